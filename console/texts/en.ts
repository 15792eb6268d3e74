/** The pages' own words. What happened to an event is told in the sentences of the bridge (lib/sentences). */
export const en = {
  shell: {
    thisMachine: 'this machine',
    skip: 'To the content',
    navigation: 'Pages',
  },
  nav: {
    overview: 'Overview',
    search: 'Search',
    orders: 'Orders',
    bulk: 'Many at once',
    senders: 'Senders',
    sandbox: 'Sandbox',
  },
  problem: {
    toOverview: 'To the overview',
    notFound: 'There is no such page',
    notFoundText: 'The address names no page of the console.',
    foreign: 'This form was refused',
    foreignText:
      'Only a form of this console may change something. If you sent one, the console was started anew since you opened the page: load the page again, then repeat what you did. Nothing was done.',
    tooLarge: 'The form is too large',
    tooLargeText: 'Send less at once. Nothing was done.',
    refused: {
      invalid: 'This cannot be asked for',
      unknown_command: 'This bridge cannot do that',
      not_found: 'Not found',
      conflict: 'Not in this state',
      rejected: 'Refused',
      retry_later: 'Not at the moment',
      login_closed: 'The login is closed',
      outcome_unknown: 'The outcome is unknown',
      internal: 'The command failed',
    },
    failed: 'The page failed',
    failedText: 'The console or the way to the bridge failed. The terminal of the console shows the error.',
  },
  absent: {
    senders: 'The addresses and samples of senders are there when the bridge runs on this machine: use npm start.',
    sandbox: 'The sandbox is there when the bridge runs on this machine with it: use npm start without BACKOFFICE_URL.',
  },
}
