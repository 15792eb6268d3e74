import type * as z from 'zod'
import type { AddComment, CreateReturn, DeclareWithdrawal, Request } from '../../commands.ts'
import { addCommentData, createReturnData, declareWithdrawalData, endParcelData } from '../../commands.ts'
import { brief, clip } from '../../plain-text.ts'
import type { InvalidFields } from '../../problems.ts'
import { withoutUndefined } from '../../without-undefined.ts'
import type { Translation } from '../source.ts'
import { mappingFailed } from './translation.ts'

/** What a sender may say of each request beside its data. */
type More = {
  'create-return': Pick<CreateReturn, 'mayMake' | 'ifUnshipped' | 'alsoNames'>
  'end-parcel': object
  'add-comment': Pick<AddComment, 'alsoNames'>
  'declare-withdrawal': Pick<DeclareWithdrawal, 'returnAs'>
}
type Of = InvalidFields['of']

/** An invalid field ends the event as `mapping`, with the field's name. A text that is too long is cut visibly. */
const requestOf =
  <Type extends keyof More, Shape extends z.ZodType<object, object>>(type: Type, shape: Shape, of: Of) =>
  (key: string, data: z.input<Shape>, more?: More[Type]): Translation => {
    const words = Object.entries(data).map(([name, value]) => [name, isLong(name) ? clip(value, 10_000) : value])
    const parsed = shape.safeParse(Object.fromEntries(words))
    if (!parsed.success) return mappingFailed(invalidFields(parsed.error, of))
    // Commands are stored as JSON: a field without a value is left out.
    return { commands: [withoutUndefined({ type, key, ...parsed.data, ...more }) as unknown as Request] }
  }
const isLong = (name: string): boolean => name === 'text' || name === 'note'

export const createReturn = requestOf('create-return', createReturnData, 'return')
/** Nothing more is made of a parcel, or of pieces of it. */
export const endParcel = requestOf('end-parcel', endParcelData, 'return')
export const addComment = requestOf('add-comment', addCommentData, 'comment')
/** A withdrawal is never refused for its words. */
export const declareWithdrawal = requestOf('declare-withdrawal', declareWithdrawalData, 'withdrawal')

/** On the order of a parcel's earlier reports, whichever that is. */
export const commentParcel = (key: string, parcel: string, text: string): Translation => ({
  commands: [{ type: 'comment-parcel', key, parcel, text }],
})

export function invalidFields(error: z.ZodError, of: Of): InvalidFields {
  const fields = new Set(error.issues.map((issue) => issue.path.join('.') || '(the whole)'))
  return { problem: 'invalid_fields', of, fields: [...fields].slice(0, 5) }
}

export const numberInWords = (number: string): string => brief(number, 60) ?? 'without a number'
