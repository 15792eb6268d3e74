import { describe, expect, it } from 'vitest'
import { channelOf, startsWithReferrer } from '../../lib/back-office/channel.ts'
import { constantsWith, countries } from '../../lib/back-office/constants.ts'
import { deliveryAddress } from '../../lib/back-office/delivery-address.ts'

describe('channels', () => {
  it.each([
    [2, 'large general online marketplace'],
    [9, 'hosted online-shop platform'],
    [14, 'furniture retailer'],
    [143, 'retailer 143'],
    [143.2, 'retailer 143'],
    [143.01, 'retailer 143'],
    [160.1, 'retailer 143 (older id)'],
    [152, 'marketplace of the Dutch-language market'],
    [177.01, 'do-it-yourself retailer'],
    [177, undefined],
    [1.43, undefined],
    [0, undefined],
    [null, undefined],
  ])('referrer %s is %s', (referrerId, channel) => {
    expect(channelOf(referrerId)).toBe(channel)
  })

  it('compares the start of the id as text', () => {
    expect(startsWithReferrer(143.2, '143')).toBe(true)
    expect(startsWithReferrer(14.3, '143')).toBe(false)
  })
})

describe('countries', () => {
  it('are the 16 of the specification', () => {
    expect(Object.keys(countries)).toHaveLength(16)
    expect(countries[12]).toBe('FR')
  })
})

describe('constants of a deployment', () => {
  it('differ where it says so and nowhere else', () => {
    const constants = constantsWith({ statuses: { returnFrom: 9.1 }, countries: { 10: 'FR' } })
    expect(constants.statuses).toEqual({ incomplete: 1, cancelled: 8, returnFrom: 9.1, returnTo: 9.02 })
    expect(constants.countries).toMatchObject({ 10: 'FR', 1: 'DE' })
    expect(constants.propertyTypes).toEqual(constantsWith().propertyTypes)
  })
})

describe('the delivery address', () => {
  const addresses = [{ id: 5 }, { id: 6 }]
  const relation = (typeId: number, addressId: number) => ({ typeId, addressId })

  it('is the one that the relation of type 2 points at', () => {
    expect(deliveryAddress({ addresses, addressRelations: [relation(1, 5), relation(2, 6)] })?.id).toBe(6)
  })

  it.each([
    ['no relation of type 2', { addresses, addressRelations: [relation(1, 5)] }],
    ['a relation to an address that is not there', { addresses, addressRelations: [relation(2, 7)] }],
    ['relations that were not loaded', { addresses, addressRelations: null }],
    ['addresses that were not loaded', { addresses: null, addressRelations: [relation(2, 6)] }],
  ])('is missing with %s', (_, order) => {
    expect(deliveryAddress(order)).toBeUndefined()
  })
})
