import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAnswer } from '../../../lib/back-office/http/read-answer.ts'
import { order } from '../../../lib/back-office/resources/schemas.ts'

const orderWith = (property: string) => `{"id":1,"typeId":1,"statusId":7,"properties":[${property}]}`

describe('the numbers of an answer', () => {
  it.each([
    ['4507894690123456789012', '4507894690123456789012'],
    ['9007199254740993', '9007199254740993'],
    ['10.50', '10.50'],
    ['0.12345678901234567890', '0.12345678901234567890'],
    ['104', '104'],
    ['"00104"', '00104'],
    ['null', ''],
  ])('%s as the value of a property is the text %j', (written, value) => {
    for (const property of [`{"typeId":7,"value":${written}}`, `{"value":${written},"typeId":7}`])
      expect(order.parse(parseAnswer(orderWith(property))).properties).toEqual([{ typeId: 7, value }])
  })

  it.each(['"value" \t:\r\n -10.50', '"val\\u0075e":-10.50', '"\\u0076a\\u006Cue":-10.50'])(
    'are texts however the key is spelt: %s',
    (entry) => {
      expect(parseAnswer(`{"typeId":7,${entry}}`)).toEqual({ typeId: 7, value: '-10.50' })
    },
  )

  it('stay numbers elsewhere, also where they are called value', () => {
    const amounts = '[{"priceOriginalGross":12.90,"vats":[{"vatField":0,"value":19.00}]}]'
    expect(parseAnswer(amounts)).toEqual([{ priceOriginalGross: 12.9, vats: [{ vatField: 0, value: 19 }] }])
  })

  it('that no double can hold are no id, and exact where they are only copied', () => {
    const line = '{"id":5,"typeId":1,"quantity":1,"amounts":[{"note":9007199254740993}]}'
    const body = `{"id":1,"typeId":1,"statusId":7,"orderItems":[${line}]}`
    expect(order.parse(parseAnswer(body)).orderItems?.[0]?.amounts).toEqual([{ note: '9007199254740993' }])
    expect(order.safeParse(parseAnswer(body.replace('"id":1', '"id":9007199254740993'))).success).toBe(false)
  })

  it('keep every digit of a property, whatever number it is', () => {
    void fc.assert(
      fc.property(fc.bigInt(), fc.option(fc.stringMatching(/^\d{1,12}$/)), (whole, fraction) => {
        const written = fraction === null ? String(whole) : `${whole}.${fraction}`
        expect(parseAnswer(`{"typeId":7,"value":${written}}`)).toEqual({ typeId: 7, value: written })
      }),
    )
  })

  it('are none where the body is no JSON', () => {
    for (const body of ['', '<html></html>', '{"id": 4']) expect(parseAnswer(body)).toBeUndefined()
  })
})
