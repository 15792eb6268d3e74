/**
 * Makes pages live where scripts run; each page works without. It loads the page again every few seconds and replaces its parts with
 * `data-live` (seconds), each by its id, unless somebody is working in that part or the page is hidden.
 */
const parts = () => [...document.querySelectorAll('[data-live][id]')]

const language = document.documentElement.lang
const here = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' })
const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
const utcTime = /\b(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) UTC\b/g

/** As console/html/moment.ts says it. */
function distance(ms) {
  const seconds = Math.round(ms / 1_000)
  const size = Math.abs(seconds)
  if (size < 60) return relative.format(seconds, 'second')
  if (size < 3_600) return relative.format(Math.round(seconds / 60), 'minute')
  if (size < 172_800) return relative.format(Math.round(seconds / 3_600), 'hour')
  return relative.format(Math.round(seconds / 86_400), 'day')
}

function countOn(root) {
  for (const one of root.querySelectorAll('[data-ago]')) {
    const text = distance(Number(one.dataset.ago) - Date.now())
    if (one.textContent !== text) one.textContent = text
  }
}

/** Times in the reader's zone, in sentences too; what people typed, and what is code, stays. */
function localise(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const text = walker.currentNode
    if (!text.data.includes(' UTC') || text.parentElement?.closest('pre, textarea, .words, .id')) continue
    text.data = text.data.replace(utcTime, (whole, day, time) => {
      const at = new Date(`${day}T${time}Z`)
      return Number.isNaN(at.getTime()) ? whole : here.format(at)
    })
  }
  countOn(root)
}

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
  localise(fresh.body)
  document.title = fresh.title
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

/** A slash leads to the search, unless somebody types. */
function toSearch(event) {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.target instanceof Element && event.target.closest('input, textarea, select')) return
  event.preventDefault()
  const box = document.querySelector('input[type="search"]')
  if (box) box.focus()
  else location.assign('/console/search')
}

function offerCopies() {
  if (!navigator.clipboard) return
  for (const button of document.querySelectorAll('[data-copy]')) {
    button.hidden = false
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.dataset.copy)
      button.textContent = button.dataset.done
    })
  }
}

forgetSaid()
localise(document.body)
setInterval(() => countOn(document), 5_000)
document.addEventListener('keydown', toSearch)
offerCopies()
start()
