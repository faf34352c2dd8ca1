"""What mail clients write around a quote, a signature or a footer, in the languages of their users."""

# "On Monday Bob wrote:": the word that says it. Compared with whole words in lower case.
WROTE_WORDS = frozenset(
    """
    wrote writes written
    schrieb schreibt geschrieben
    napisał napisała napisano napisana pisze pisał pisała
    écrit ecrit
    escribió escribio escribía
    scritto scrive
    escreveu escreve
    schreef schrijft geschreven
    skrev skriver
    kirjoitti kirjoittaa
    napsal napsala napsali napísal napísala píše
    пишет писал писала писали написал написала написав пише писав
    yazdı yazdi yazmış
    írta irta
    scris έγραψε написа pisao napisao rašė kirjutas
    كتب כתב כתבה
    """.split()
)

# Languages that put no space around it.
WROTE_SIGNS = ("写道", "寫道", "写了", "書きました", "のメール", "님이 작성", "작성:", "썼습니다", "เขียนว่า")

# How the first line of such a header begins, when it is wrapped over several lines.
WROTE_OPENINGS = tuple(
    """
    on|at|am|le|el|il|em|op|den|på|pe|w dniu|dnia|dne|dňa|wiadomość napisana|il giorno|в|вы писали|a
    mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so
    pon|wt|śr|czw|pt|sob|niedz|lun|mar|mer|jeu|ven|sam|dim|mié|jue|vie|sáb|dom|gio|seg|ter|qua|qui|sex
    ma|wo|za|zo|ti|ke|to|pe|la|su|mån|tis|ons|tors|fre|lör|sön|man|tir|tor|lør|søn|po|út|st|čt|pá|ne
    пн|вт|ср|чт|пт|сб|вс|нд
    """.replace("\n", "|")
    .replace("    ", "")
    .strip("|")
    .split("|")
)

# The lines of a copied header block: "From: ... Sent: ... To: ... Subject: ...".
_LABELS = {
    "from": """
        from|von|de|da|od|van|från|fra|lähettäjä|odesílatel|odosielateľ|от|від|від кого|от кого|kimden|gönderen
        feladó|expéditeur|mittente|remitente|remetente|afzender|nadawca|absender|差出人|送信者|发件人|寄件者|寄件人
        보낸 사람|보낸사람|보낸이|de la|από|saatja|nuo
        """,
    "sent": """
        sent|date|gesendet|datum|envoyé|envoyé le|enviado|enviado el|enviada em|enviado em|inviato|data|fecha
        wysłano|wysłane|data wysłania|verzonden|skickat|sendt|dato|lähetetty|päivämäärä|päiväys|odesláno|odoslané
        dátum|отправлено|дата|надіслано|gönderildi|gönderme tarihi|tarih|elküldve|küldve|送信日時|日付|发送时间
        寄件日期|傳送時間|日期|보낸 날짜|보낸날짜|날짜|trimis
        """,
    "to": """
        to|an|à|a|para|do|aan|till|til|vastaanottaja|komu|кому|kime|alıcı|címzett|宛先|收件人|收件者|받는 사람
        받는사람|destinataire|destinatario|destinatário|empfänger|către|προς
        """,
    "subject": """
        subject|betreff|objet|asunto|oggetto|assunto|temat|onderwerp|ämne|emne|aihe|předmět|predmet|тема|konu|tárgy
        件名|主题|主旨|主題|제목|subiect|θέμα
        """,
}
LABELS = {
    label.strip(): kind
    for kind, words in _LABELS.items()
    for line in words.splitlines()
    for label in line.split("|")
    if label.strip()
}

# Between dashes: "-----Original Message-----". Anything else between dashes needs a header block below it.
BETWEEN_DASHES = tuple(
    """
    original message|original mail|original e-mail|original email|forwarded message|forwarded mail|reply message
    ursprüngliche nachricht|ursprüngliche mail|originalnachricht|original-nachricht|weitergeleitete nachricht
    wiadomość oryginalna|oryginalna wiadomość|wiadomość przekazana|przekazana wiadomość|treść oryginalnej
    message d'origine|message d’origine|message original|message transféré|message initial
    mensaje original|mensaje reenviado|messaggio originale|messaggio inoltrato|mensagem original
    mensagem encaminhada|oorspronkelijk bericht|doorgestuurd bericht|ursprungligt meddelande|vidarebefordrat
    originalmeddelande|oprindelig meddelelse|original besked|videresendt|opprinnelig melding|alkuperäinen viesti
    välitetty viesti|původní zpráva|původní e-mail|přeposlaná zpráva|pôvodná správa|исходное сообщение
    пересылаемое сообщение|пересылаемое письмо|оригинальное сообщение|оригінальне повідомлення
    переслане повідомлення|orijinal ileti|orijinal mesaj|özgün ileti|iletilen ileti|eredeti üzenet
    továbbított üzenet|元のメッセージ|転送されたメッセージ|原始邮件|原始郵件|原始信件|转发邮件|转发的邮件
    원본 메시지|원본 메일|전달된 메시지|mesaj original
    """.replace("\n", "|")
    .replace("    ", "")
    .strip("|")
    .split("|")
)

# A line of its own above a forwarded mail.
FORWARD_LINES = (
    "begin forwarded message",
    "anfang der weitergeleiteten nachricht",
    "początek przekazywanej wiadomości",
    "début du message transféré",
    "inicio del mensaje reenviado",
    "inizio messaggio inoltrato",
    "início da mensagem encaminhada",
    "begin doorgestuurd bericht",
    "vidarebefordrat brev",
    "начало переадресованного сообщения",
    "转发的邮件",
    "転送されたメッセージ",
)
