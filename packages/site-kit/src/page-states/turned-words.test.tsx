import { afterEach, expect, test } from 'vitest'
import { speakPseudoLanguage } from './pseudo-language.ts'
import { hasTurnableWord, turnedWords } from './turned-words.ts'

afterEach(() => {
  document.body.replaceChildren()
})

function turnedIn(html: string): readonly string[] {
  document.body.innerHTML = html
  const undo = speakPseudoLanguage(document.body)
  const found = turnedWords(document.body)
  undo()
  return found
}

test('signs at an end of an address, a path or an option move from right to left, and are found', () => {
  expect(turnedIn('<p>Use *.example.org, paths such as “/admin/” or https:// here, and --help/x.</p>')).toEqual([
    '*.example.org',
    '/admin/',
    'https://',
    '--help/x',
  ])
  expect(turnedIn('<table><tr><td>/sign-in</td></tr></table>')).toEqual(['/sign-in'])
})

test('what is isolated keeps its signs, and so does what has none at its ends', () => {
  const isolated = `<p>Use \u2066*.example.org\u2069, paths such as <bdi>/admin/</bdi> or <span dir="ltr" style="unicode-bidi: isolate">https://</span>
    here. One (or more), a/b, 50 %, example.org and ada@example.org.</p>`
  expect(turnedIn(isolated)).toEqual([])
  document.body.innerHTML = '<p>One (or more), a/b, 50 %, example.org.</p>'
  expect(hasTurnableWord(document.body)).toBe(false)
})
