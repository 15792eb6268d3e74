const loopbackNames = new Set(['127.0.0.1', 'localhost', '[::1]'])

const hostnameOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).hostname : undefined)

const isLoopback = (url: string): boolean => loopbackNames.has(hostnameOf(url) ?? '')

/**
 * Whether Host (or else the request's address) and Origin name this machine. A web page of another site, or a foreign
 * name that resolves to 127.0.0.1, must not reach the control interface.
 */
export const isFromLoopback = (request: Request): boolean => {
  const host = request.headers.get('host')
  const origin = request.headers.get('origin')
  return isLoopback(host === null ? request.url : `http://${host}`) && (origin === null || isLoopback(origin))
}
