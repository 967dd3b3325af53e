import { expect, test } from 'vitest'
import { addressWith, letterChoice } from './letter-choice.ts'

test('an address chooses how a letter is shown, and nonsense chooses nothing', () => {
  expect(letterChoice(new URLSearchParams())).toEqual({ view: 'html', colours: 'light', width: 'desktop' })
  expect(letterChoice(new URLSearchParams('view=source&colours=dark&width=phone'))).toEqual({
    view: 'source',
    colours: 'dark',
    width: 'phone',
  })
  expect(letterChoice(new URLSearchParams('view=x&colours=&width=__proto__'))).toEqual({
    view: 'html',
    colours: 'light',
    width: 'desktop',
  })
})

test('one choice keeps the others, and a default leaves the address', () => {
  const search = new URLSearchParams('in=de&colours=dark')
  expect(addressWith(search, 'width', 'phone')).toBe('?in=de&colours=dark&width=phone')
  expect(addressWith(search, 'colours', 'light')).toBe('?in=de')
})
