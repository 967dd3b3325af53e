import { describe, expect, it } from 'vitest'
import { boxOf } from './mailbox.ts'

describe('a box', () => {
  it.each([
    ['Ada.Byron+news@googlemail.com', 'adabyron@gmail.com'],
    ['ada-news@yahoo.com', 'ada@yahoo.com'],
    ['a.d.a+x@outlook.com', 'a.d.a@outlook.com'],
    ['ada+x@live.com', 'ada@live.com'],
    ['ada+x@me.com', 'ada@icloud.com'],
    ['Ada+x@shop.example', 'ada+x@shop.example'],
    ['+x@gmail.com', '+x@gmail.com'],
  ])('of %s is %s', (typed, box) => {
    expect(boxOf(sidesOf(typed))).toBe(box)
  })

  it.each([
    ['Ada+x@shop.example', 'ada@shop.example'],
    ['ada-x@shop.example', 'ada-x@shop.example'],
    ['ada.b+news+x@gmail.com', 'adab@gmail.com'],
    // What is documented still counts.
    ['ada+x@yahoo.com', 'ada+x@yahoo.com'],
    ['+x@shop.example', '+x@shop.example'],
  ])('of %s is %s where every plus begins an alias', (typed, box) => {
    expect(boxOf(sidesOf(typed), { plus: 'EVERYWHERE' })).toBe(box)
  })
})

function sidesOf(typed: string) {
  const [local = '', domain = ''] = typed.split('@')
  return { local, domain }
}
