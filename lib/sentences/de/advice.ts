import { type Sentences, utc } from '../sentences.ts'

const advice: Sentences['advice'] = {
  possible_duplicate:
    'Herausfinden, ob beide gemeint sind. Wenn ja, das Ereignis freigeben, sonst verwerfen. Eine freigegebene Retoure erzeugt ein weiteres Etikett beim Versanddienst. Ist das andere Ereignis angehalten, zuerst dieses klären. Ein neuer Auftrag braucht seine Nummer für sich allein: den anderen Auftrag vor der Freigabe stornieren.',
  same_parcel:
    'Die Stücke vergleichen (return.list) und im Lager oder beim Kunden nachfragen, wie viele Pakete es sind. Dasselbe Paket: das Ereignis mit seiner Retoure verknüpfen (event.link). Ein anderes Paket: das Ereignis freigeben; dann entsteht eine Retoure mit eigenem Versandetikett.',
  too_many:
    'Prüfen, ob dasselbe zweimal gesendet wurde (return.list), und den Kunden fragen. Eine Freigabe retourniert, was noch übrig ist, auch bei einer zweiten Anfrage. Sonst das Ereignis verwerfen und die richtige Retoure von Hand anlegen (return.create).',
  order_ambiguous:
    'Nennt der Text nur einen Auftrag und ist es der richtige, das Ereignis freigeben; die Freigabe gilt nur für diesen Auftrag. Sonst den richtigen Auftrag nennen (event.correct); oder von Hand in ihn schreiben (return.create oder comment.add), dann das Ereignis verwerfen.',
  email_mismatch: 'Nur freigeben, wenn sicher ist, dass der Kunde geschrieben hat. Sonst verwerfen.',
  addresses_missing: 'Die Adresse im Backoffice ergänzen, dann das Ereignis freigeben.',
  return_incomplete:
    'Die Retoure im Backoffice vervollständigen, dann das Ereignis freigeben: es endet, ohne etwas zu schreiben.',
  outcome_unclear:
    'Prüfen, was der Text nennt. Das Backoffice zeigt auf seinen eigenen Seiten eine Zeit lang vielleicht alte Daten: den wahren Stand lesen die Befehle der Bridge (order.get, return.list, comment.list). Stornieren, was zu viel ist, dann das Ereignis freigeben: die Bridge sieht noch einmal nach. Sagt der Text, dass ein neuer Auftrag oder ein Bild fehlt, sendet die Freigabe es noch einmal, aber nur, wenn es dann noch fehlt. Wurde es von Hand erledigt, das Ereignis verwerfen und in der Notiz sagen, was gefunden wurde.',
  deferred_too_long: 'Die Ursache im Verlauf suchen und beheben, dann das Ereignis freigeben.',
  source_unknown: 'Die Quelle unter demselben Namen konfigurieren und das Ereignis freigeben, oder es verwerfen.',
  withdrawal_unplaced:
    'Sofort handeln: Für einen Widerruf zählt rechtlich der Zeitpunkt. Den Auftrag suchen (order.find, contact.find), den Widerruf von Hand dort eintragen (comment.add), falls nötig die Retoure anlegen (return.create), dann das Ereignis verwerfen und in der Notiz sagen, was getan wurde. Lässt sich die Ursache beheben, sie beheben und das Ereignis freigeben.',
  invariant_broken:
    'Das Ereignis freigeben, wenn der Fehler behoben ist, oder um noch einmal zu prüfen: die Freigabe prüft alles noch einmal. Die Zeile invariant broken im Log zeigt, wo es geschah: den Fehler damit melden. Wurde es von Hand erledigt, das Ereignis verwerfen und in der Notiz sagen, was gefunden wurde.',
  write_cap:
    'Herausfinden, was die Formulare zu dem Auftrag gesendet haben (event.list mit der orderId). Flutet ihn jemand, diese Ereignisse verwerfen und das Formular abschalten oder schützen. Ein echtes Ereignis freigeben: es wird sofort geschrieben, egal wie viele es waren.',
  not_shipped:
    'Nachsehen (order.get). Hat der Kunde die Ware, etwa weil ein Teil geliefert ist, das Ereignis freigeben: dann entsteht die Retoure mit ihrem Etikett. Wenn nicht, das Ereignis verwerfen und im Backoffice entscheiden, ob der Auftrag storniert wird.',
  payload_invalid:
    'Den Absender korrigieren und erneut senden lassen, als neue Nachricht mit neuer ID: eine Nachricht mit derselben ID ist ein Duplikat und ändert nichts. Liest die Bridge sie falsch, die Bridge korrigieren, dann das Ereignis von vorn beginnen.',
  mapping: 'Das Formular oder die Konfiguration korrigieren, dann das Ereignis von vorn beginnen.',
  order_unknown:
    'Die Nummer prüfen, und ob der Auftrag storniert ist. Bei einer E-Mail-Adresse nachsehen, ob es mehrere Kontakte gibt (contact.find), und welche Aufträge sie haben (order.find). Ist ein anderer Auftrag gemeint, ihn nennen (event.correct). Ist der Auftrag inzwischen da, das Ereignis von vorn beginnen. Sonst die Arbeit von Hand erledigen, dann das Ereignis verwerfen.',
  not_a_sales_order:
    'Den Kundenauftrag suchen und nennen (event.correct); oder die Retoure von Hand anlegen (return.create), dann das Ereignis verwerfen.',
  order_cancelled:
    'Meist nichts. Wurde der Auftrag versehentlich storniert, das rückgängig machen, dann das Ereignis von vorn beginnen.',
  line_unknown:
    'SKU und Namen mit dem Auftrag vergleichen (order.get). Die richtige Position nennen (event.correct); oder die Retoure von Hand anlegen (return.create, die Position mit ihrer orderItemId), dann das Ereignis verwerfen.',
  nothing_to_return:
    'Meist nichts: das Ereignis verwerfen. Wurde inzwischen eine Retoure storniert, es von vorn beginnen.',
  rejected: 'Beheben, was der Text nennt, dann das Ereignis von vorn beginnen.',
  attempts_used_up:
    'Die Ursache beheben, dann das Ereignis von vorn beginnen. Viele auf einmal: {"command": "event.replay", "where": {"status": "failed"}, "dryRun": true}.',
  topic_not_mapped:
    'Nichts. Soll etwas geschehen, es konfigurieren (on, translate), dann das Ereignis von vorn beginnen.',
  test_delivery: 'Nichts: die Verbindung funktioniert.',
  already_done: 'Es ist nichts zu tun.',
  order_not_named:
    'Nichts. Für abgelehnte Retouren die API-Version 2024-07 oder eine neuere für den Webhook wählen: ab ihr nennt Shopify deren Aufträge.',
  parcel_ended: 'Es ist nichts zu tun. Steht noch eine Retoure, nennt sie der Kommentar der Stornierung.',
}

const toDo: Sentences['toDo'] = {
  nothing: () => 'Es ist nichts zu tun.',
  at_work: () => 'Einen Moment warten: Daran wird gerade gearbeitet.',
  as_advised: ({ reason }) => advice[reason],
  fix_each: ({ id }) =>
    `Beheben, was der Text zu jedem Befehl nennt, dann Ereignis ${id} freigeben (event.release): die Bridge versucht diese noch einmal und tut nichts zweimal. Oder sie von Hand erledigen, dann das Ereignis verwerfen.`,
  open_login: () =>
    'Das Secret des Backoffice korrigieren. Ist sein API-Benutzer gesperrt, ihn dort entsperren lassen, was ein neues Passwort setzt, und dieses in das Secret schreiben. Dann die Anmeldung zurücksetzen (login.reset).',
  set_owner: ({ id }) =>
    `In bridge.config.ts backOffice.ownerId auf die ID des API-Benutzers setzen und ausrollen. Dann geht das Ereignis beim nächsten Versuch weiter; um sofort weiterzugehen, Ereignis ${id} freigeben (event.release).`,
  late: () =>
    'Das Ereignis ist verspätet: der Zeitplan steht still, oder er hat mehr zu tun, als das Backoffice zulässt. Mehr dazu: stats, doctor.',
  resume: () => 'Nichts, außer es muss jetzt weitergehen: dann bridge.resume verwenden.',
  settles: ({ at }) =>
    `Nichts: die Bridge prüft um ${utc(at)}, was sie gesendet hat. Eine Freigabe vorher ändert nichts.`,
  limit_opens: ({ at }) =>
    `Nichts: das Ereignis läuft von selbst weiter, sobald die Grenze es zulässt, frühestens um ${utc(at)}. Eine Freigabe ändert daran nichts.`,
  release_to_retry: ({ id }) =>
    `Nichts. Um es sofort noch einmal zu versuchen, Ereignis ${id} freigeben (event.release).`,
  replay_if_wanted: ({ id }) => `Nichts. Wird es doch gebraucht, Ereignis ${id} von vorn beginnen (event.replay).`,
  settle_first: ({ id }) =>
    `Zuerst Ereignis ${id} klären: die anderen Ereignisse dieses Auftrags warten vielleicht darauf.`,
  see_events: ({ ids }) => `Nachsehen, was zu tun ist bei ${ids.join(', ')}.`,
  find_delivery: () =>
    'Hätte etwas geschehen sollen, eine Nachricht suchen, die einen anderen Auftrag nennt, oder keinen, der passt (event.list).',
}

export const means: Sentences['means'] = {
  possible_duplicate:
    'Ein anderes Ereignis hat kurz vorher dieselben Stücke desselben Auftrags verlangt. Oder die externe Nummer eines neuen Auftrags ist vergeben. Der Text nennt dieses Ereignis oder diesen Auftrag.',
  same_parcel:
    'Eine Retoure des Auftrags enthält die Stücke der Anfrage, alle oder einen Teil, und es ist nicht sicher, dass es dasselbe Paket ist. Der Text nennt die Retouren.',
  too_many:
    'Die Anfrage verlangt mehr Stücke, als noch retourniert werden können. Alle Retouren des Auftrags zählen, auch eine, die eine frühere Anfrage für dieselben Stücke angelegt hat.',
  order_ambiguous:
    'Mehrere Aufträge passen zu dem, was das Ereignis nennt, der einzige trägt nicht die Shop-Bezeichnung des Ereignisses, die Shops verwenden diese Bezeichnung oder diese Nummer für mehrere Aufträge, der Auftrag wurde geteilt und seine Teile haben verschiedene Positionen, oder das Backoffice zeigt nicht, dass der Kontakt die E-Mail-Adresse hat. Der Text führt sie auf. Oder es passt so viel, dass die Bridge nicht alles gelesen hat. Auf die Bezeichnung aus einem Shop hat die Bridge schon gewartet (appearsWithin).',
  email_mismatch:
    'Die E-Mail-Adresse gehört nicht zum Auftrag, oder es gibt keine: ein Tippfehler, eine andere Adresse des Kunden, oder ein Fremder.',
  addresses_missing:
    'Dem Auftrag fehlt eine Adresse, die eine Retoure braucht: seine Hauptadresse (Beziehung 1) oder die Lieferadresse (Beziehung 2). Seine Retoure wäre unvollständig. Was Beziehung 1 bedeutet, ist nicht festgelegt; sie heißt nur dann Rechnungsadresse, wenn addressRelationTypes.billing konfiguriert ist.',
  return_incomplete:
    'Die Retoure wurde angelegt, aber mit einem anderen Status, als sie haben soll. Retoure und Kommentar sind da.',
  outcome_unclear:
    'Die Bridge hat etwas gesendet, es kam keine brauchbare Antwort, und das Backoffice zeigt nicht eindeutig, was daraus wurde: mehrere Datensätze könnten es sein, seine Liste ist unvollständig, oder derselbe Datensatz ist zweimal da. Oder ein neuer Auftrag oder die Veröffentlichung eines Bildes wurde gesendet und fehlt. Bis es geklärt ist, warten andere Ereignisse zum selben Auftrag, zur selben Nummer oder zum selben Bild vielleicht darauf.',
  deferred_too_long:
    'Länger als einen Tag konnte die Bridge nicht an dem Ereignis arbeiten: das Backoffice hat alle Aufrufe begrenzt oder abgelehnt, die Anmeldung war geschlossen, die ID des API-Benutzers war nicht lesbar (backOffice.ownerId), ein anderes Ereignis hatte die Sperre des Auftrags, oder die Zustandstabelle oder ein Secret war nicht lesbar, so dass kein Lauf beginnen konnte.',
  source_unknown: 'Die Quelle des Ereignisses steht nicht mehr in der Konfiguration.',
  withdrawal_unplaced:
    'Ein Kunde hat den Vertrag widerrufen, und die Bridge konnte das nicht beim Auftrag vermerken oder die Retoure dazu nicht anlegen. Der Text sagt, warum. Andere Ereignisse wären gescheitert oder übergangen worden.',
  invariant_broken:
    'Die Bridge prüft Regeln, die immer gelten müssen, etwa dass nichts ohne Eintrag gesendet wird. Eine davon galt nicht, und die Bridge hat abgebrochen, bevor sie weiterging. Der Text nennt die Regel. Es ist ein Fehler der Bridge, oder eine Tabelle oder das Backoffice hat nicht gehalten, was es zusagt.',
  write_cap:
    'Formulare haben so oft in den Auftrag geschrieben, wie sie an einem Tag (UTC) dürfen (formsPerOrderAndDay, 20). Eine Retoure und ihr Kommentar zählen als eines. Shops und Eingaben von Hand zählen nicht: was sie melden, ist geschehen.',
  not_shipped:
    'Jemand will einen Auftrag zurücksenden, der das Lager nicht verlassen hat: sein Status liegt unter shippedFrom. Ein Widerruf wird dafür nie angehalten, und was der Shop erstattet oder erhalten hat, ist da.',
  payload_invalid:
    'Die Bridge kann die Nachricht nicht lesen (etwa weil sie kein JSON oder zu tief verschachtelt ist), ein Pflichtfeld fehlt, oder der Inhalt passt nicht zum Thema im Header. Der Text nennt das Feld.',
  mapping:
    'Die Bridge kann die Nachricht lesen, aber keinen Befehl daraus machen. Der Text nennt das Feld oder die Funktion von bridge.config.ts.',
  order_unknown:
    'Das Backoffice hat keinen Kundenauftrag mit dieser ID, externen Nummer oder E-Mail-Adresse, oder nur stornierte. Über Nummer und E-Mail-Adresse findet die Bridge nur Aufträge, die nicht storniert sind; ein Kommentar über die Nummer erreicht auch einen stornierten Auftrag. Bei der E-Mail-Adresse zählt für einen Kommentar nur der erste Kontakt, außer eine Shop-Bezeichnung führt zu einem anderen. Auf einen Auftrag aus einem Shop hat die Bridge schon gewartet (appearsWithin).',
  not_a_sales_order:
    'Das Ereignis nennt seinen Auftrag mit der ID, und die ID gehört zu einer Retoure oder Gutschrift. Über Nummer und E-Mail-Adresse findet die Bridge nur Kundenaufträge; dort heißt der Code order_unknown.',
  order_cancelled:
    'Das Ereignis nennt seinen Auftrag mit der ID und der Auftrag ist storniert, oder er wurde storniert, kurz nachdem er gefunden war. Nichts davon kann retourniert werden: Eine Erstattung oder ein Eingang, den ein Shop meldet, wird stattdessen ein Kommentar dazu. Über Nummer und E-Mail-Adresse wird ein stornierter Auftrag nicht gefunden; dort heißt der Code order_unknown.',
  line_unknown:
    'Eine Zeile der Anfrage ist nicht im Auftrag, kann nicht retourniert werden (Versandkosten, Geschenknotizen) oder passt zu Positionen verschiedener Artikel. Der Text nennt den Auftrag und die IDs dieser Positionen.',
  nothing_to_return:
    'Vom Auftrag ist nichts mehr zu retournieren: alles wurde schon retourniert, oder er hat nur Positionen, die nicht retourniert werden können (Versandkosten, Geschenknotizen).',
  rejected:
    'Die Anfrage wurde endgültig abgelehnt: vom Backoffice, in dessen eigenen Worten (was sie aus der Anfrage zitieren, steht als [what was sent] da), oder von der Bridge, die nichts sendet, was das Backoffice ablehnen würde, und nichts speichert, was zu groß ist, etwa eine weitere Retoure eines Auftrags, der schon tausend hatte. Auch ein Kommentar zu einer Auftrags-ID, die es nicht gibt, endet so. Wurde schon etwas geschrieben, wird ein 403 oder 404 zuerst noch einmal versucht.',
  attempts_used_up:
    'Alle zehn Versuche in zwei Tagen sind gescheitert: es kam keine oder keine vollständige Antwort, oder der Lauf brach in seiner Arbeit ab, durch einen Fehler einer Tabelle oder der Bridge. Die Wartezeiten dazwischen sind bei all dem gleich, auch wenn ein Lauf nichts speichern konnte, weil seine Funktion beendet wurde. Ein Lauf, der nicht beginnen konnte, weil eine Tabelle nicht erreichbar war, ist kein Versuch. Der Text nennt die letzte bekannte Ursache.',
  topic_not_mapped: 'Für diese Art Nachricht ist nichts konfiguriert, oder die Konfiguration übergeht sie.',
  test_delivery: 'Der Absender hat die Nachricht als Test markiert.',
  already_done:
    'Ein anderes Ereignis hat dieselbe Tatsache gemeldet, und seine Arbeit ist erledigt. Der Text nennt dieses Ereignis. Ein Ereignis mit mindestens einer neuen Tatsache erledigt diese und endet mit done.',
  order_not_named:
    'Die Nachricht nennt keinen Auftrag, also gibt es keinen zu kommentieren: eine abgelehnte Retoure aus einer älteren Shopify-API-Version, oder Neues zu etwas, was niemand gemeldet hat: eine stornierte Retoure, ihr Label, eine Zahlung.',
  parcel_ended:
    'Der Shop hat die gemeldete Retoure abgelehnt oder storniert. Daraus wird nichts, in welcher Reihenfolge die Meldungen auch kommen.',
}

const finding: Sentences['finding'] = {
  order_gone:
    'Fragen, wer ihn gelöscht hat. Wird er gebraucht, ihn mit seiner orderId vergessen lassen (record.forget), dann neu anlegen (order.create).',
  return_gone:
    'Fragen, wer sie gelöscht hat. Wird sie gebraucht, sie mit ihrer returnId und orderId vergessen lassen (record.forget), dann neu anlegen (return.create).',
  return_cancelled: 'Meist nichts: es war beabsichtigt.',
  shop_cancelled:
    'Sie im Backoffice stornieren oder die Stücke herausnehmen, wenn das Paket nicht schon unterwegs ist. Soll sie bleiben, das annehmen (finding.accept mit ihrer returnId).',
  return_of_another_order: 'Beide Aufträge ansehen: jemand hat die Retoure verschoben.',
  comment_gone: 'Fehlt er jemandem, ihn neu schreiben (comment.add).',
  comment_twice:
    'Einen der beiden im Backoffice löschen: die Bridge hat den Kommentar noch einmal gesendet, und beide kamen an.',
  return_unknown:
    'Herausfinden, wer diesen Benutzer noch verwendet. Ist es niemand, den Auftrag ansehen: Ware könnte zweimal zurückkommen.',
  write_unclear: 'Im Backoffice ansehen, was der Satz nennt.',
}

export const adviceSentences = { advice, finding, means, toDo }
