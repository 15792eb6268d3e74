import type { Sentences } from '../sentences.ts'

export const means: Sentences['means'] = {
  possible_duplicate:
    'Ein anderes Ereignis hat kurz vorher dieselben Stücke desselben Auftrags verlangt. Oder die externe Nummer eines neuen Auftrags ist vergeben. Der Text nennt dieses Ereignis oder diesen Auftrag.',
  same_parcel:
    'Eine Retoure des Auftrags enthält die Stücke der Anfrage, alle oder einen Teil, und es ist nicht sicher, dass es dasselbe Paket ist. Der Text nennt die Retouren.',
  too_many:
    'Die Anfrage verlangt mehr Stücke, als noch retourniert werden können. Alle Retouren des Auftrags zählen, auch eine, die eine frühere Anfrage für dieselben Stücke angelegt hat.',
  order_ambiguous:
    'Mehrere Aufträge passen zu dem, was das Ereignis nennt, der einzige trägt nicht die Shop-Bezeichnung des Ereignisses, die Shops verwenden diese Bezeichnung für mehrere Aufträge, oder das Backoffice zeigt nicht, dass der Kontakt die E-Mail-Adresse hat. Der Text führt sie auf. Oder es passt so viel, dass die Bridge nicht alles gelesen hat. Auf die Bezeichnung aus einem Shop hat die Bridge schon gewartet (appearsWithin).',
  email_mismatch:
    'Die E-Mail-Adresse gehört nicht zum Auftrag, oder es gibt keine: ein Tippfehler, eine andere Adresse des Kunden, oder ein Fremder.',
  addresses_missing:
    'Dem Auftrag fehlt eine Adresse, die eine Retoure braucht: die der Beziehung 1 oder die Lieferadresse (Beziehung 2). Seine Retoure wäre unvollständig. Was Beziehung 1 bedeutet, ist nicht festgelegt; sie heißt nur dann Rechnungsadresse, wenn addressRelationTypes.billing konfiguriert ist.',
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
    'Die Bridge prüft Regeln, die immer gelten müssen, etwa dass nichts ohne Eintrag gesendet wird. Eine davon galt nicht, und die Bridge hat angehalten, bevor sie weiterging. Der Text nennt die Regel. Es ist ein Fehler der Bridge, oder eine Tabelle oder das Backoffice hat nicht gehalten, was es zusagt.',
  write_cap:
    'Formulare haben so oft in den Auftrag geschrieben, wie sie an einem Tag (UTC) dürfen (formsPerOrderAndDay, 20). Eine Retoure und ihr Kommentar zählen als eines. Shops und Eingaben von Hand zählen nicht: was sie melden, ist geschehen.',
  payload_invalid:
    'Die Bridge kann die Zustellung nicht lesen (etwa weil sie kein JSON oder zu tief verschachtelt ist), ein Pflichtfeld fehlt, oder der Inhalt passt nicht zum Thema im Header. Der Text nennt das Feld.',
  mapping:
    'Die Bridge kann die Zustellung lesen, aber keinen Befehl daraus machen. Der Text nennt das Feld oder die Funktion von bridge.config.ts.',
  order_unknown:
    'Das Backoffice hat keinen Kundenauftrag mit dieser ID, externen Nummer oder E-Mail-Adresse, oder nur stornierte. Über Nummer und E-Mail-Adresse findet die Bridge nur Aufträge, die nicht storniert sind; ein Kommentar über die Nummer erreicht auch einen stornierten Auftrag. Bei der E-Mail-Adresse zählt nur der erste Kontakt, außer eine Shop-Bezeichnung führt zu einem anderen. Auf einen Auftrag aus einem Shop hat die Bridge schon gewartet (appearsWithin).',
  not_a_sales_order:
    'Das Ereignis nennt seinen Auftrag mit der ID, und die ID gehört zu einer Retoure oder Gutschrift. Über Nummer und E-Mail-Adresse findet die Bridge nur Kundenaufträge; dort heißt der Code order_unknown.',
  order_cancelled:
    'Das Ereignis nennt seinen Auftrag mit der ID und der Auftrag ist storniert, oder er wurde storniert, kurz nachdem er gefunden war. Nichts davon kann retourniert werden. Über Nummer und E-Mail-Adresse wird ein stornierter Auftrag nicht gefunden; dort heißt der Code order_unknown.',
  line_unknown:
    'Eine Zeile der Anfrage ist nicht im Auftrag, kann nicht retourniert werden (Versandkosten, Geschenknotizen) oder passt zu Positionen verschiedener Artikel. Der Text nennt den Auftrag und die IDs dieser Positionen.',
  nothing_to_return:
    'Vom Auftrag ist nichts mehr zu retournieren: alles wurde schon retourniert, oder er hat nur Positionen, die nicht retourniert werden können (Versandkosten, Geschenknotizen).',
  rejected:
    'Die Anfrage wurde endgültig abgelehnt: vom Backoffice, in dessen eigenen Worten (was sie aus der Anfrage zitieren, steht als [what was sent] da), oder von der Bridge, die nichts sendet, was das Backoffice ablehnen würde, und nichts speichert, was zu groß ist, etwa eine weitere Retoure eines Auftrags, der schon tausend hatte. Auch ein Kommentar zu einer Auftrags-ID, die es nicht gibt, endet so. Wurde schon etwas geschrieben, wird ein 403 oder 404 zuerst noch einmal versucht.',
  attempts_used_up:
    'Alle zehn Versuche in zwei Tagen sind gescheitert: es kam keine oder keine vollständige Antwort, oder der Lauf brach in seiner Arbeit ab, durch einen Fehler einer Tabelle oder der Bridge. Die Wartezeiten dazwischen sind bei all dem gleich, auch wenn ein Lauf nichts speichern konnte, weil seine Funktion beendet wurde. Ein Lauf, der nicht beginnen konnte, weil eine Tabelle nicht erreichbar war, ist kein Versuch. Der Text nennt die letzte bekannte Ursache.',
  topic_not_mapped: 'Für diese Art Nachricht ist nichts konfiguriert, oder die Konfiguration übergeht sie.',
  test_delivery: 'Der Absender hat die Zustellung als Test markiert.',
  already_done:
    'Ein anderes Ereignis hat dieselbe Tatsache gemeldet, und seine Arbeit ist erledigt. Der Text nennt dieses Ereignis. Ein Ereignis mit mindestens einer neuen Tatsache erledigt diese und endet mit done.',
  order_not_named:
    'Die Nachricht nennt keinen Auftrag, also gibt es keinen zu kommentieren: eine abgelehnte Retoure aus einer älteren Shopify-API-Version.',
}
