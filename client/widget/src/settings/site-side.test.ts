import { expect, test } from 'vitest'
import { languages } from '../../languages.ts'
import { isRightToLeft } from '../languages/choose-language.ts'
import { rightToLeft } from './site-side.ts'

test('what is written from right to left is known for every language that there is', () => {
  expect(languages().filter((tag) => rightToLeft.test(tag))).toEqual(languages().filter(isRightToLeft))
})
