import type { Sentences } from '../sentences.ts'

export const advice: Sentences['advice'] = {
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
  payload_invalid:
    'Den Absender korrigieren und erneut senden lassen, als neue Zustellung mit neuer ID: eine Zustellung mit derselben ID ist ein Duplikat und ändert nichts. Liest die Bridge sie falsch, die Bridge korrigieren, dann das Ereignis von vorn beginnen.',
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
    'Nichts. Ab API-Version 2024-07 nennt Shopify den Auftrag einer abgelehnten Retoure: diese oder eine neuere Version für den Webhook wählen.',
}
