import { fill, type MailLanguage, textsOf } from './texts.ts'

/**
 * "Hello Ada,", or "Hello," when the name could be read as an address. Anybody can sign somebody else up, and mail
 * programs turn `evil.example` into a link: without this, our mails would carry strangers' advertising.
 */
export function greeting(language: MailLanguage, givenName: string): string {
  const { shared } = textsOf(language)
  const name = givenName.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
  const looksLikeAddress = /[/\\@:]|www|\.\S/iu.test(name)
  return name === '' || name.length > 60 || looksLikeAddress ? shared.greetingWithoutName : fill(shared.greeting, { givenName: name })
}
