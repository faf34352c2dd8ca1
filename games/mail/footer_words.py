"""How telephones, mail services, virus scanners and lawyers end a mail, in the languages of their users."""


def _phrases(text: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in text.splitlines() if line.strip())


# A whole line that begins so is a footer; behind "…" what it must hold besides. Lower case, straight apostrophes.
FOOTER_BEGINNINGS = _phrases(
    """
    sent from my
    sent from mail for
    sent from outlook
    sent from yahoo
    sent from aol
    sent from gmail
    sent from spark
    sent from proton
    sent from samsung
    sent from blue
    sent from fastmail
    sent with spark
    sent with proton
    sent with tuta
    sent with airmail
    sent with mailtrack
    sent using
    sent via superhuman
    get outlook for
    get bluemail for
    get typeapp for
    get spike
    secured with tuta
    yahoo mail: search
    virus-free.
    this email has been checked for viruses
    this e-mail has been checked for viruses
    please consider the environment before printing
    please excuse my brevity
    please excuse brevity
    von meinem … gesendet
    von unterwegs gesendet
    gesendet von mail
    gesendet von outlook
    gesendet von meinem
    gesendet von yahoo
    gesendet mit
    diese nachricht wurde von meinem
    diese e-mail wurde von avast
    outlook für
    holen sie sich outlook
    virenfrei.
    wysłane z
    wysłane przez
    wysłano z
    wysłano za pomocą
    pobierz outlook
    pobierz aplikację outlook
    wolny od wirusów.
    envoyé de mon
    envoyé depuis
    envoyé à partir de
    télécharger outlook
    obtenez outlook
    garanti sans virus.
    enviado desde mi
    enviado desde outlook
    enviado desde correo
    obtener outlook
    libre de virus.
    enviado do meu
    enviado a partir do
    enviado do yahoo
    obter o outlook
    livre de vírus.
    inviato da
    ottieni outlook
    scarica outlook
    privo di virus.
    verzonden vanaf
    verstuurd vanaf
    verzonden met
    outlook voor
    outlook downloaden
    skickat från
    skickades från
    hämta outlook
    sendt fra
    hent outlook
    få outlook
    lähetetty iphone
    lähetetty puhelim
    lähetetty androi
    hanki outlook
    odesláno z
    získat outlook
    odoslané z
    отправлено с
    отправлено из
    отправлено от
    загрузить outlook
    надіслано з
    отримати outlook
    iphoneから送信
    ipadから送信
    私のiphoneから送信
    androidから送信
    outlook for ios を入手
    从我的 … 发送
    发自我的
    來自我的
    发自 outlook
    获取 outlook
    從我的 … 傳送
    나의 iphone에서
    내 iphone에서
    내 galaxy에서
    outlook 다운로드
    iphone'umdan gönderildi
    iphone'dan gönderildi
    android için outlook
    ios için outlook
    az iphone-omról küldve
    iphone-ról küldve
    elküldve az
    küldve az
    trimis de pe
    """
)

# A phone that quotes itself: these end the line rather than begin it.
FOOTER_ENDINGS = _phrases(
    """
    から送信
    에서 보냄
    telefonumdan gönderildi
    cihazımdan gönderildi
    -omról küldve
    """
)

# The first words of a legal notice; it is one only when LEGAL_WORDS speak in the same paragraph.
LEGAL_BEGINNINGS = _phrases(
    """
    this e-mail
    this email
    this message
    this communication
    the information contained
    the information in this
    the contents of this
    the content of this
    confidentiality notice
    confidential:
    disclaimer
    diese e-mail
    diese nachricht
    der inhalt dieser
    vertraulichkeitshinweis
    niniejsza wiadomość
    ta wiadomość
    treść tej wiadomości
    informacje zawarte
    ce message
    ce courriel
    cet e-mail
    este mensaje
    este correo
    la información contenida
    questo messaggio
    le informazioni contenute
    esta mensagem
    este e-mail
    dit bericht
    de informatie
    detta meddelande
    denne e-mail
    denne meldingen
    tämä viesti
    tato zpráva
    это сообщение
    данное сообщение
    настоящее сообщение
    це повідомлення
    bu e-posta
    bu mesaj
    ez az üzenet
    """
)

LEGAL_WORDS = _phrases(
    """
    confidential
    privileged
    intended recipient
    intended solely
    intended only
    vertraulich
    poufn
    confidentiel
    confidencial
    riservat
    vertrouwelijk
    konfidentiel
    fortrolig
    luottamuksel
    důvěrn
    конфиденциальн
    конфіденційн
    gizli
    bizalmas
    """
)
