import type { Fact } from './fact.ts'

/** An order that was imported anew has two ids. */
export const isAbout = ({ id, anewId }: Fact['order'], orderId: number) => orderId === id || orderId === anewId
