import type * as z from 'zod'

/** What an operation answers, before it becomes a Response. */
export type Reply = {
  status: number
  /** Sent as JSON unless `html`, `text` or `raw` is set. */
  json?: unknown
  html?: string
  text?: string
  /** Sent as it is under the content type of JSON: for broken answers. */
  raw?: string
  headers?: Record<string, string>
}

export const ok = (json: unknown): Reply => ({ status: 200, json })

/** An error body (docs/back-office.md 10.1). */
export const failure = (status: number, message: string, code: string | number = status): Reply => ({
  status,
  json: { error: { code, message } },
})

export type ValidationErrors = Record<string, string[]>

export const invalid = (errors: ValidationErrors): Reply => ({
  status: 422,
  json: { error: { code: 422, message: 'The given data was invalid.' }, validation_errors: errors },
})

const fieldOf = (issue: { path?: PropertyKey[] }): string => (issue.path ?? []).map(String).join('.') || 'body'

/** A missing field gets the service's own message; everything else gets zod's. */
export const validationMessage: z.core.$ZodErrorMap = (issue) =>
  issue.input === undefined ? `The ${fieldOf(issue)} field is required.` : undefined

export const toValidationErrors = (error: z.ZodError): ValidationErrors => {
  const errors: ValidationErrors = {}
  for (const issue of error.issues) {
    const field = fieldOf(issue)
    errors[field] = [...(errors[field] ?? []), issue.message]
  }
  return errors
}

const contentTypeOf = ({ html, text }: Reply): string => {
  if (html !== undefined) return 'text/html; charset=UTF-8'
  return text === undefined ? 'application/json' : 'text/plain; charset=utf-8'
}

/** Statuses whose answers cannot have a body (fetch standard, null body status). */
const bodiless = new Set([204, 205, 304])

export const toResponse = (reply: Reply): Response => {
  const body = reply.html ?? reply.text ?? reply.raw ?? (reply.json === undefined ? '' : JSON.stringify(reply.json))
  return new Response(bodiless.has(reply.status) ? null : body, {
    status: reply.status,
    headers: { 'content-type': contentTypeOf(reply), ...reply.headers },
  })
}
