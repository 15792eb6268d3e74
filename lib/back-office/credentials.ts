/** What the login needs. `version` names the version of the secret, so that a refusal can be pinned to it. */
export type Credentials = { baseUrl: string; username: string; password: string; version: string }

/** Reads the secret; `fresh` goes past every cache (before any login). Missing fields come as undefined or empty. */
export type ReadCredentials = (options: { fresh: boolean }) => Promise<Credentials>
