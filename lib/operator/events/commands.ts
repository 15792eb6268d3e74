/** What is loaded together (orders/commands.ts). */
export { eventCorrect } from './event-correct.ts'
export { eventGet, eventReveal } from './event-get.ts'
export { eventLink } from './event-link.ts'
export { eventDiscard, eventRelease, eventReplay } from './event-moves.ts'
export { eventPlan } from './event-plan.ts'
export { why } from './why.ts'
