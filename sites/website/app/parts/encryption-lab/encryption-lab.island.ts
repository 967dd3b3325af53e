import { fill, LivePart } from '../pieces/live-part.ts'
import {
  hex,
  makeAesKey,
  makeRsaPair,
  rsaMaxBytes,
  type Sealed,
  sealWithAes,
  sealWithRsa,
  withOneBitFlipped,
} from './encryption.ts'

interface Texts {
  readonly insecure: string
  readonly refused: string
  /** With `{hex}`, `{bytes}`. */
  readonly sealed: string
  /** With `{bytes}` and `{max}`. */
  readonly tooLong: string
}

/** Encrypts anew whenever the text changes; of two runs that overlap, the later one writes. */
class EncryptionLab extends LivePart<Texts> {
  #keys: Promise<[CryptoKey, CryptoKeyPair]> | undefined
  #run = 0

  protected override async act(name: string): Promise<void> {
    await this.#encrypt(name === 'flip')
  }

  protected async show(): Promise<void> {
    await this.#encrypt(false)
  }

  async #encrypt(isTampered: boolean): Promise<void> {
    // Browsers offer it on encrypted connections and on this machine only.
    if (!isSecureContext) return this.write('failure', this.texts.insecure)
    const run = ++this.#run
    this.#keys ??= Promise.all([makeAesKey(), makeRsaPair()])
    const [aesKey, rsaPair] = await this.#keys
    const text = this.value('text')
    const aes = await sealWithAes(text, aesKey)
    const key = hex(new Uint8Array(await crypto.subtle.exportKey('raw', aesKey)))
    const { length } = new TextEncoder().encode(text)
    const rsa = length > rsaMaxBytes ? null : await sealWithRsa(text, rsaPair)
    const [aesOpened, rsaOpened] = await Promise.all([
      this.#opened(aes, isTampered),
      rsa === null ? fill(this.texts.tooLong, { bytes: length, max: rsaMaxBytes }) : this.#opened(rsa, isTampered),
    ])
    if (run !== this.#run) return
    this.write('aesKey', code(key))
    this.write('nonce', code(hex(aes.nonce)))
    this.write('aesCiphertext', code(this.#sealedText(aes)))
    this.write('aesOpened', aesOpened)
    this.write('rsaCiphertext', ...(rsa === null ? [] : [code(this.#sealedText(rsa))]))
    this.write('rsaOpened', rsaOpened)
  }

  async #opened(sealed: Sealed, isTampered: boolean): Promise<string> {
    try {
      return await sealed.open(isTampered ? withOneBitFlipped(sealed.ciphertext) : sealed.ciphertext)
    } catch {
      return this.texts.refused
    }
  }

  #sealedText({ ciphertext }: Sealed): string {
    return fill(this.texts.sealed, { hex: hex(ciphertext), bytes: ciphertext.length })
  }
}

function code(text: string): HTMLElement {
  const element = document.createElement('code')
  element.className = 'text-sm break-all'
  element.textContent = text
  return element
}

customElements.define('part-encryption-lab', EncryptionLab)
