import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deepCopy } from './deep-copy.ts'

const anyData = fc.object({ withNullPrototype: true, withDate: true, withMap: true, withTypedArray: true })

/** Every object that hangs below one, itself too. */
const objectsIn = (value: unknown): object[] =>
  typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(objectsIn)] : []

describe('a deep copy', () => {
  it('equals what structuredClone makes of the same data', () => {
    fc.assert(
      fc.property(anyData, (data) => {
        expect(deepCopy(data)).toStrictEqual(structuredClone(data))
      }),
    )
  })

  it('shares no object with its original', () => {
    fc.assert(
      fc.property(anyData, (data) => {
        const mine = new Set(objectsIn(data))
        expect(objectsIn(deepCopy(data)).filter((object) => mine.has(object))).toEqual([])
      }),
    )
  })

  it('takes a key named __proto__ for a key', () => {
    const data = JSON.parse('{"__proto__": {"polluted": true}}')
    const copy = deepCopy(data)
    expect(Object.keys(copy)).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype)
    const [inner] = Object.values(copy)
    expect(inner).toEqual({ polluted: true })
    expect(inner).not.toBe(Object.values(data)[0])
  })

  it('refuses a function, as structuredClone does', () => {
    expect(() => deepCopy({ now: () => 0 })).toThrow(/could not be cloned/)
    expect(() => deepCopy([{ now: () => 0 }])).toThrow(/could not be cloned/)
  })
})
