/** What a sender sends about one order. */
export type Delivery = { order: number; id: string; content: object }

export type Request = { url: string; headers: Record<string, string>; body: string | Uint8Array<ArrayBuffer> }

/** A system that is compared: the bridge, or a peer with what its user would build for the same job. */
export type System = {
  /** Starts it over the same data as before; resolves when it takes deliveries. */
  start(): Promise<void>
  /** Sends SIGKILL to all its processes, and waits until they have ended. */
  kill(): Promise<void>
  /** The request of a delivery, as its sender makes it now. */
  toRequest(delivery: Delivery): Request
  /** How much work it knows of that is not ended. */
  open(): Promise<number>
  /** Its last output, to say why it did not start. */
  output(): string
}

export type Surroundings = {
  backOfficeUrl: string
  /** An empty folder for all that it keeps. */
  folder: string
}

export type CreateSystem = (surroundings: Surroundings) => System

/** The API user of the sandbox. */
export const apiUser = { username: 'api-bridge', password: 'demo-password', id: 77 } as const
