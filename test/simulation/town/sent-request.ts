/** A request to the back office as it leaves a machine. */
export type SentRequest = {
  method: string
  path: string
  url: string
  headers: NonNullable<RequestInit['headers']>
  body: string
}
