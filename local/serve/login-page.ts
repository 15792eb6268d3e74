import { type Html, html } from '../../console/html/html.ts'

type Language = 'en' | 'de'
/** What became of the last try. */
type Tried = 'none' | 'wrong' | 'wait'

const words = {
  en: {
    title: 'Log in',
    password: 'Password',
    enter: 'Log in',
    wrong: 'This password is wrong.',
    wait: 'Too many wrong passwords. Wait a minute, then try again.',
    locked: 'The console is locked',
    how: 'Open the address that was printed at the start, with its key. A bridge that printed none has it in its file run.json: open /console?key= with that.',
  },
  de: {
    title: 'Anmelden',
    password: 'Passwort',
    enter: 'Anmelden',
    wrong: 'Dieses Passwort ist falsch.',
    wait: 'Zu viele falsche Passwörter. Warten Sie eine Minute und versuchen Sie es dann erneut.',
    locked: 'Die Konsole ist gesperrt',
    how: 'Öffnen Sie die Adresse, die beim Start ausgegeben wurde, mit ihrem Schlüssel. Hat die Bridge keinen ausgegeben, steht er in ihrer Datei run.json: öffnen Sie /console?key= damit.',
  },
} as const

export function loginPage(language: Language, tried: Tried): Html {
  const { title, password, enter, ...said } = words[language]
  const problem = tried === 'none' ? '' : html`<p class="notice problem" role="alert">${said[tried]}</p>`
  return shell(
    language,
    title,
    html`${problem}<form class="card form" method="post" action="/login">
<p class="field"><label for="password">${password}</label> <input id="password" name="password" type="password" autocomplete="current-password" required autofocus></p>
<p class="buttons"><button class="main">${enter}</button></p></form>`,
  )
}

/** Where only the launch key opens. */
export const keyPage = (language: Language): Html =>
  shell(language, words[language].locked, html`<p class="notice">${words[language].how}</p>`)

const shell = (language: Language, title: string, main: Html): Html => html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · backoffice-bridge</title>
<link rel="stylesheet" href="/console/style.css">
<link rel="icon" href="data:,">
</head>
<body>
<header class="top"><p class="brand">backoffice-bridge</p></header>
<main id="main">
<h1>${title}</h1>
${main}
</main>
</body>
</html>`
