/** Invented people. The address of 507 contains that of 501; 508 is a guest. */
export const demoContacts = [
  { id: 501, firstName: 'Anna', lastName: 'Beispiel', email: 'anna.beispiel@example.com' },
  { id: 502, firstName: 'Ben', lastName: 'Muster', email: 'ben.muster@example.com' },
  { id: 503, firstName: 'Cleo', lastName: 'Exempel', email: 'cleo.exempel@example.com' },
  { id: 504, firstName: 'Dana', lastName: 'Probe', email: 'dana.probe@example.com' },
  { id: 505, firstName: 'Emil', lastName: 'Zwilling', email: 'emil.zwilling@example.com' },
  { id: 506, firstName: 'Fritzi', lastName: 'Vorlage', email: 'fritzi.vorlage@example.com' },
  { id: 507, firstName: 'Joanna', lastName: 'Beispiel', email: 'joanna.beispiel@example.com' },
  { id: 508, firstName: 'Gast', lastName: 'Einmal', email: 'gast.einmal@example.com', singleAccess: '1' },
] as const

/** Streets of the contacts, in the same order; countries as in docs/back-office.md 4.9. */
export const demoStreets = [
  { address1: 'Lindenweg', address2: '1', postalCode: '10001', town: 'Musterstadt', countryId: 1 },
  { address1: 'Am Teich', address2: '22', postalCode: '20002', town: 'Beispielhausen', countryId: 1 },
  { address1: 'Ringgasse', address2: '3', postalCode: '1030', town: 'Probedorf', countryId: 2 },
  { address1: 'Kanalstraat', address2: '44', postalCode: '1044 AB', town: 'Voorbeeldstad', countryId: 25 },
  { address1: 'Doppelallee', address2: '5', postalCode: '50505', town: 'Musterstadt', countryId: 1 },
  { address1: 'Zum Entwurf', address2: '6', postalCode: '60606', town: 'Skizzenau', countryId: 1 },
  { address1: 'Lindenweg', address2: '7', postalCode: '10001', town: 'Musterstadt', countryId: 1 },
  { address1: 'Rue du Modele', address2: '8', postalCode: '1000', town: 'Exempleville', countryId: 3 },
] as const
