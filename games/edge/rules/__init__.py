"""The rules, by the chapters of the rulebook.

ED-4   setup, armies, deployment      ED-14  dice
ED-5   turn                           ED-15  payment, crystals
ED-6   passive_turn                   ED-16  wounds
ED-7   active                         ED-17  cards
ED-8   squads                         ED-18  enhancements
ED-9   movement (and ED-10)           ED-19  instants
ED-11  pushing                        ED-20  banner
ED-12  combat                         ED-21  shrines
ED-13  shooting                       ED-22  ending
ED-23  setup.options, special_sources

`tokens` are status tokens, `durations` say how long effects last, `facts` are what conditions of orders may
ask for, `verbs` brings the verbs of cards together. In each chapter `words` are the words of its orders,
`refusals` say why one is not possible, and `verbs` carry out what cards do with it.
"""
