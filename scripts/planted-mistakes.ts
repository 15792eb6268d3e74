/** A mistake of a deployment, as a change of the template, and the name by which a test must report it. */
type Mistake = { right: string; wrong: string; reported: string }

/** The mistakes that `npm run test:deployed -- --plant <name>` deploys, one at a time. */
export const plantedMistakes: Readonly<Record<string, Mistake>> = {
  permission: {
    right: '"dynamodb:GetItem","dynamodb:UpdateItem"',
    wrong: '"dynamodb:GetItem"',
    reported: "action: 'dynamodb:UpdateItem'",
  },
  variable: {
    right: '"SOURCES_SECRET":',
    wrong: '"SOURCE_SECRET":',
    reported: 'SOURCES_SECRET is not set',
  },
  filter: {
    right: '\\"ready\\"',
    wrong: '\\"redy\\"',
    reported: 'the deployed filter lets no record of shopify/delivery-1',
  },
}
