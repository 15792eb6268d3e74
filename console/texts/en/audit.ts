const titles: Readonly<Record<string, string>> = {
  order_gone: 'A new order is gone',
  return_gone: 'A return is gone',
  return_cancelled: 'A return was cancelled',
  return_of_another_order: 'A return has moved to another order',
  comment_gone: 'A comment is gone',
  comment_twice: 'A comment is there twice',
  return_unknown: 'A return that the bridge has not made',
  shop_cancelled: 'The shop has cancelled a return that still stands',
  write_unclear: 'Nobody knows whether something was written',
}
const toDo: Readonly<Record<string, string>> = {
  order_gone:
    'The bridge created it, and it is no longer in the back office. If it is wanted, forget it: then it can be created again.',
  return_gone:
    'Somebody deleted it in the back office. If its goods still come back, make it again. If it is not wanted, forget it.',
  return_cancelled:
    'Usually this was intended: leave it as it is. If its goods still come back, create another return.',
  return_of_another_order: 'Look at both orders in the back office: somebody has moved it.',
  comment_gone:
    'Somebody deleted it in the back office. If it is missed, write it again: the form shows what it said, with the words of the customer, and the history keeps who looked.',
  comment_twice: 'Delete one of them in the back office: they say the same.',
  return_unknown:
    'Find out who else uses the API user of the bridge. If nobody does, look at the order: goods may come back twice.',
  shop_cancelled:
    'Cancel it in the back office, or take out the pieces, unless the parcel is on its way. Or leave it as it is, and say why.',
  write_unclear: 'Look at the order in the back office: there may be one too many, or one too few.',
}

export const audit = {
  title: 'What the daily check has found',
  explain:
    'Once a day the bridge compares what it has made with the back office. What is settled there leaves this list with the next check.',
  last: 'It was last done on',
  never: 'It was not done yet.',
  nothing: 'Nothing. All is as the bridge has left it.',
  more: (count: number) => `There are ${count} more. They follow once these are settled.`,
  toPage: (count: number) =>
    `The daily check has found ${count === 1 ? 'one thing' : `${count} things`} that somebody should look at.`,
  titles,
  toDo,
  order: 'order',
  event: 'what it came from',
  return: 'return',
  entry: 'entry',
  since: 'Found',
  note: 'Why (everybody sees it)',
  do: { again: 'Make it again', forget: 'Forget it', accept: 'Leave it as it is', comment: 'Write it again' },
  done: {
    again: 'The return that is gone was forgotten, and is made again.',
    forget: 'It was forgotten.',
    accept: 'It stays as it is.',
  },
}
