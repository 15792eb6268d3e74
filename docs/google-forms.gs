/**
 * Sends each response of a Google Form to the bridge, signed as in Standard Webhooks (https://www.standardwebhooks.com).
 * Set up: docs/senders.md, "Google Forms".
 *
 * Script properties: BRIDGE_URL, such as https://hooks.example.com/forms/google-forms, and BRIDGE_SECRET, `whsec_` and base64.
 */

/** Run this once by hand. It asks for permissions; from then on every response is sent. */
function installTrigger() {
  const form = FormApp.getActiveForm()
  const isOurs = (trigger) => trigger.getHandlerFunction() === 'sendResponse'
  ScriptApp.getProjectTriggers().filter(isOurs).forEach((trigger) => ScriptApp.deleteTrigger(trigger))
  ScriptApp.newTrigger('sendResponse').forForm(form).onFormSubmit().create()
}

/** The trigger's handler. If it fails, Google sends the form's owner an e-mail. */
function sendResponse(event) {
  const { response } = event
  const answers = response.getItemResponses().map((each) => ({
    id: String(each.getItem().getId()),
    title: each.getItem().getTitle(),
    value: each.getResponse(),
  }))
  const submittedAt = response.getTimestamp().toISOString()
  const email = response.getRespondentEmail() || undefined
  // An edited response keeps its id. The time makes it another message, which stays the same on every attempt.
  const id = `${response.getId()}.${submittedAt}`
  deliver(id, JSON.stringify({ responseId: response.getId(), submittedAt, email, answers }))
}

/** Four attempts within about half a minute. A trigger may run for six minutes. */
function deliver(id, body) {
  let status
  for (const waitMs of [0, 2000, 8000, 20000]) {
    Utilities.sleep(waitMs)
    status = post(id, body)
    if (status >= 200 && status < 300) return
  }
  throw new Error(`The bridge did not accept the response ${id}: HTTP ${status}. Check BRIDGE_URL and BRIDGE_SECRET.`)
}

function post(id, body) {
  const properties = PropertiesService.getScriptProperties()
  const seconds = String(Math.floor(Date.now() / 1000))
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${sign(`${id}.${seconds}.${body}`, properties.getProperty('BRIDGE_SECRET'))}`,
  }
  const request = { method: 'post', contentType: 'application/json', payload: body, headers, muteHttpExceptions: true }
  try {
    return UrlFetchApp.fetch(properties.getProperty('BRIDGE_URL'), request).getResponseCode()
  } catch (error) {
    // There is no answer. The error says nothing more than the address.
    return 0
  }
}

/** Signs bytes: Apps Script signs text as ASCII, and the bridge would refuse every umlaut. */
function sign(text, secret) {
  const key = Utilities.base64Decode(secret.replace(/^whsec_/, ''))
  const bytes = Utilities.newBlob(text).getBytes()
  return Utilities.base64Encode(Utilities.computeHmacSha256Signature(bytes, key))
}
