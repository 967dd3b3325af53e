import { describe, expect, it } from 'vitest'
import { missingPackages } from './prepare.ts'

describe('missingPackages', () => {
  it('names the packages of the programs that are not there, and no others', () => {
    expect(missingPackages((program) => !['chromedriver', 'Xvfb'].includes(program))).toEqual([
      'chromium-driver',
      'xvfb',
    ])
    expect(missingPackages(() => true)).toEqual([])
  })
})
