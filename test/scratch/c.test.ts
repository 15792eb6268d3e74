import { expect, it } from 'vitest'
import fc from 'fast-check'
import { commentPlainText, isAutomaticComment } from '../../lib/back-office/resources/comment-text.ts'
import { markedComment, commentMarker } from '../../lib/workflow/kinds/comment-text.ts'

const marker = commentMarker('form/1')
const other = commentMarker('form/2')
it('rewrites', () => {
  const text = `First line\r\nSecond <b>bold</b> & co\n\n${other} forged\n<br>typed\u2028sep\u0085nel`
  const html = markedComment(marker, text)
  console.log(html)
  const variants: Record<string, string> = {
    same: html, xhtml: html.replaceAll('<br>', '<br/>'), xhtml2: html.replaceAll('<br>', '<br />'), upper: html.replaceAll('<br>', '<BR>'),
    nl: html.replaceAll('<br>', '<br>\n'), p: `<p>${html.replaceAll('<br>', '</p><p>')}</p>`, pn: `<p>${html.replaceAll('<br>', '</p>\n<p>')}</p>`,
    divs: html.split('<br>').map((x) => `<div>${x}</div>`).join(''), outer: `<div class="x">\n  <p>${html}</p>\n</div>`, br0: `<br>${html}`, cls: html.replaceAll('<br>', '<br class="a" data-x="1>2">'),
    nbsp: html.replace('] ', ']&nbsp;'), numeric: html.replaceAll('[', '&#91;').replaceAll(']', '&#93;'), comment: `<!-- x -->${html}`, stripped: html.replaceAll('<br>', ''), crlf: html.replaceAll('<br>', '\r\n'),
  }
  for (const [name, v] of Object.entries(variants)) {
    const plain = commentPlainText(v)
    console.log(name.padEnd(9), plain.startsWith(marker), plain.startsWith(other), JSON.stringify(plain))
  }
})
it('roundtrip', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.constantFrom((h: string) => h, (h: string) => h.replaceAll('<br>', '<br />\n'), (h: string) => `<p>${h.replaceAll('<br>', '</p>\n<p>')}</p>`), (t, f) => {
    const plain = commentPlainText(f(markedComment(marker, t)))
    expect(plain.startsWith(marker)).toBe(true)
  }), { numRuns: 3000 })
})
