import { expect, test } from 'vitest'
import { isToolStack, isUnnamedStack } from './tool-stack.ts'

const ours = 'Error\n    at noteStack (https://captcha.example/widget.js:1:100)\n'

// Recorded from each tool.
test.for([
  ['Puppeteer', '    at pptr:evaluate;run%20(file%3A%2F%2F%2Fbots.mjs%3A14%3A11):1:43'],
  ['Puppeteer’s $eval', '    at pptr:$eval;run%20(file%3A%2F%2F%2Fbots.mjs%3A14%3A79):1:28'],
  ['Puppeteer’s own functions', '    at HTMLInputElement.fill (pptr:internal:3:9)'],
  ['Puppeteer in Firefox', '@pptr:evaluate;run%20(file%3A%2F%2F%2Fbots.mjs%3A14%3A11):1:43\n@pptr:evaluate;run:3:3'],
  [
    'Playwright',
    '    at eval (eval at evaluate (:370:30), <anonymous>:1:40)\n    at UtilityScript.evaluate (<anonymous>:372:16)',
  ],
  ['Playwright’s dispatchEvent', '    at InjectedScript.dispatchEvent (<anonymous>:8042:10)'],
  [
    'chromedriver',
    '    at focus (<anonymous>:428:11)\n    at apply.element-6066-11e4-a52e-4f735466cecf (<anonymous>:469:16)',
  ],
  [
    'chromedriver’s scripts',
    '    at eval (eval at executeScript (:416:16), <anonymous>:3:60)\n    at executeScript (<anonymous>:418:30)\n    at <anonymous>:423:24\n    at callFunction (<anonymous>:386:22)',
  ],
] as const)('%s is on the stack', ([, frames]) => {
  expect(isToolStack(ours + frames)).toBe(true)
})

test.for([
  ['nothing else', ''],
  ['a page about tools', '    at click (https://example.org/puppeteer/playwright-selenium.js?pptr:evaluate:10:3)'],
  [
    'a function of a page',
    '    at UtilityScript.evaluate (https://example.org/app.js:372:16)\n    at InjectedScript.run (https://example.org/app.js:1:1)',
  ],
  [
    'a page’s callFunction',
    '    at callFunction (https://example.org/app.js:386:22)\n    at executeScript (https://example.org/app.js:1:2)',
  ],
  [
    'developer tools and extensions',
    '    at <anonymous>:1:9\n    at callFunction (<anonymous>:3:4)\n    at chrome-extension://abc/fill.js:2:2',
  ],
  ['evaluated code', '    at eval (eval at evaluate (https://example.org/app.js:1:1), <anonymous>:1:40)'],
] as const)('%s is no tool', ([, frames]) => {
  expect(isToolStack(ours + frames)).toBe(false)
})

test.for([undefined, null, [], { length: 1 }])(
  'a page that makes %o of its stacks hides nothing and breaks nothing',
  (stack) => {
    expect(isToolStack(stack)).toBe(false)
    expect(isUnnamedStack(stack)).toBe(false)
  },
)

test.for([
  ['a script of the protocol, of a bookmark, of the console', '    at <anonymous>:1:180'],
  ['its functions', '    at HTMLInputElement.fill (<anonymous>:3:9)\n    at async <anonymous>:7:2'],
] as const)('%s has no address', ([, frames]) => {
  expect(isUnnamedStack(ours + frames)).toBe(true)
})

test.for([
  ['nothing else', ''],
  ['a script of the page', '    at send (https://example.org/app.js:1:9)\n    at https://example.org/:12:3'],
  ['what the language itself calls', '    at Array.forEach (<anonymous>)\n    at new Promise (<anonymous>)'],
  [
    'what a page evaluates',
    '    at eval (eval at run (https://example.org/app.js:1:1), <anonymous>:1:40)\n    at run (https://example.org/app.js:1:1)',
  ],
  ['an extension', '    at fill (chrome-extension://abc/fill.js:2:2)'],
  ['another engine', 'run@https://example.org/app.js:1:1\n@debugger eval code:1:9'],
] as const)('%s has one', ([, frames]) => {
  expect(isUnnamedStack(ours + frames)).toBe(false)
})
