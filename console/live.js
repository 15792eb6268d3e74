/**
 * Makes pages live where scripts run; each page works without. It loads the page again every few seconds and replaces its parts with
 * `data-live` (seconds), each by its id, unless somebody is working in that part or the page is hidden.
 */
const parts = () => [...document.querySelectorAll('[data-live][id]')]

function isInUse(part) {
  const focused = document.activeElement
  if (focused && part.contains(focused) && focused.matches('input, select, textarea, button, summary')) return true
  const isTyped = [...part.querySelectorAll('input, textarea')].some((one) => one.value !== one.defaultValue)
  return isTyped || Boolean(window.getSelection()?.toString()) || part.querySelector('details[open]') !== null
}

async function refresh() {
  const address = new URL(location.href)
  address.searchParams.delete('said')
  const answer = await fetch(address, { headers: { accept: 'text/html' } })
  if (!answer.ok || answer.redirected) return
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html')
  for (const part of parts()) {
    const next = fresh.getElementById(part.id)
    if (!next || isInUse(part) || next.outerHTML === part.outerHTML) continue
    const focused = document.activeElement
    const href = focused && part.contains(focused) ? focused.getAttribute('href') : null
    part.replaceWith(document.importNode(next, true))
    // The person's place among the links stays where it was.
    if (href) document.querySelector(`#${CSS.escape(next.id)} a[href="${CSS.escape(href)}"]`)?.focus()
  }
}

function start() {
  const seconds = Math.min(...parts().map((part) => Number(part.dataset.live)))
  if (!Number.isFinite(seconds) || seconds < 1) return
  const again = async () => {
    if (!document.hidden) await refresh().catch(() => undefined)
    // A page without live parts any more has come to its end.
    if (parts().length > 0) setTimeout(again, seconds * 1_000)
  }
  setTimeout(again, seconds * 1_000)
}

/** A message that was shown once goes from the address, so that a reload does not ask for it. */
function forgetSaid() {
  const address = new URL(location.href)
  if (!address.searchParams.has('said')) return
  address.searchParams.delete('said')
  history.replaceState(null, '', address)
}

forgetSaid()
start()
