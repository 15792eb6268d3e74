/** Whether an IP address is of this machine alone, also as a socket for both kinds of addresses writes it. */
export const isLoopbackAddress = (address: string): boolean => /^(?:::ffff:)?127\.|^::1$/.test(address)
