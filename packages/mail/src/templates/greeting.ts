import { fill, type MailLanguage, textsOf } from './texts.ts'

/**
 * "Hello Ada,", or "Hello," when the name could be read as an address. Anybody can sign somebody else up, and mail
 * programs turn `evil.example` into a link: without this, our mails would carry strangers' advertising.
 */
export function greeting(language: MailLanguage, givenName: string): string {
  const { shared } = textsOf(language)
  const name = givenName.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
  return isPlainName(name) ? fill(shared.greeting, { givenName: name }) : shared.greetingWithoutName
}

/** Whether a mail can show a name that a stranger has chosen: there is one, it is short, and no program reads it as an address. */
export function isPlainName(name: string): boolean {
  return name !== '' && name.length <= 60 && !/[/\\@:]|www|[.\u3002\uff0e\uff61]\S/iu.test(name)
}
