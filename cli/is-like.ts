/** So many letters may be wrong, missing or too many. */
const mostWrong = 2

/** Whether somebody who typed `typed` may have meant `name`. */
export const isLike = (typed: string, name: string): boolean => editsBetween(typed, name) <= mostWrong

/** How many letters are put in, taken out or changed (Levenshtein). */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [at, letter] of [...one].entries()) {
    const above = row
    row = [at + 1]
    for (const [index, same] of [...other].entries())
      row.push(
        Math.min((above[index + 1] ?? 0) + 1, (row[index] ?? 0) + 1, (above[index] ?? 0) + (same === letter ? 0 : 1)),
      )
  }
  return row.at(-1) ?? 0
}
