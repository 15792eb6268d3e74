/** Who decides, as that person says. */
export const who = {
  title: 'Who are you?',
  explain:
    'Decisions are kept with a name, so that others know whom to ask. This browser remembers yours. Nobody checks it: it is shown as your own words.',
  waits: 'Nothing was done yet. What you sent goes on with your name.',
  name: 'Your name',
  save: 'Go on with this name',
  invalid: 'Write a name in one line of at most 80 characters.',
  saved: 'The name is remembered.',
  said: (name: string) => `You decide as ${name}, as you say.`,
  unsaid: 'Nobody has said who decides here.',
  change: 'Change the name',
  busy: 'The console is busy: too many questions wait for the bridge. Load the page again in a moment.',
}
