import { readBrowser } from '../pieces/browser-values.ts'
import { hex } from '../encryption-lab/encryption.ts'
import { fill, LivePart, pageLanguage } from '../pieces/live-part.ts'
import { fingerprintNames, fingerprintText, stillAlike } from './fingerprint.ts'

interface Texts {
  readonly untold: string
  readonly insecure: string
  /** With `{bits}`. */
  readonly bits: string
  /** With `{count}`. */
  readonly left: string
  /** With `{number}`. */
  readonly oneIn: string
}

class FingerprintEntropy extends LivePart<Texts> {
  #hasRead = false

  protected async show(): Promise<void> {
    const { texts } = this
    const locale = pageLanguage()
    const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
    const bits = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
    // The sliders count in powers of ten.
    const visitors = 10 ** this.number('visitors')
    const oneIn = 10 ** this.number('share')
    this.write('visitors', number.format(visitors))
    this.write('share', fill(texts.oneIn, { number: number.format(oneIn) }))
    this.write('needed', fill(texts.bits, { bits: bits.format(Math.log2(visitors)) }))
    this.write('given', fill(texts.bits, { bits: bits.format(Math.log2(oneIn)) }))
    this.write('left', fill(texts.left, { count: number.format(stillAlike(visitors, oneIn)) }))
    if (!this.#hasRead) await this.#read()
  }

  async #read(): Promise<void> {
    this.#hasRead = true
    const values = readBrowser()
    for (const name of fingerprintNames) this.write(name, values[name] ?? this.texts.untold)
    if (!isSecureContext) return this.write('hash', this.texts.insecure)
    const drawing = await hashOf(drawnText())
    this.write('drawing', drawing.slice(0, 16))
    this.write('hash', await hashOf(fingerprintText(values, drawing)))
  }
}

/** The picture of a sentence as this browser draws it: fonts, smoothing and graphics card leave their traces. */
function drawnText(): string {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (context === null) return ''
  context.font = '18px sans-serif'
  context.fillStyle = 'rgb(40 90 200 / 0.7)'
  context.fillText('Quick zephyrs blow, vexing daft Jim 😀', 4, 24)
  context.arc(60, 60, 40, 0, 5)
  context.stroke()
  return canvas.toDataURL()
}

/** SHA-256 as hexadecimal digits. */
async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return hex(new Uint8Array(digest))
}

customElements.define('part-fingerprint-entropy', FingerprintEntropy)
