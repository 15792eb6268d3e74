import type { Operation } from '../operation.ts'
import { createComment } from './create-comment.ts'
import { createImageAvailability } from './create-image-availability.ts'
import { createOrder } from './create-order.ts'
import { getOrder } from './get-order.ts'
import { getUser } from './get-user.ts'
import { listComments } from './list-comments.ts'
import { listContactOrders } from './list-contact-orders.ts'
import { listContacts } from './list-contacts.ts'
import { listCountries } from './list-countries.ts'
import { listItemImages } from './list-item-images.ts'
import { listOrders } from './list-orders.ts'
import { listReturnReasons } from './list-return-reasons.ts'
import { listStatuses } from './list-statuses.ts'
import { listVariationImages } from './list-variation-images.ts'
import { listVariations } from './list-variations.ts'
import { login } from './login.ts'
import { misleadingCommentPost } from './misleading-comment-post.ts'
import { uploadImage } from './upload-image.ts'

/** The whole interface. */
export const operations: Operation[] = [
  login,
  getUser,
  listStatuses,
  getOrder,
  listOrders,
  createOrder,
  createComment,
  listComments,
  misleadingCommentPost,
  listContacts,
  listContactOrders,
  listItemImages,
  listVariationImages,
  listVariations,
  createImageAvailability,
  uploadImage,
  listReturnReasons,
  listCountries,
]
