/** An element on the Designer's canvas, as far as the extension uses it. */
export interface CanvasElement {
  readonly type: string
  readonly append?: (preset: unknown) => Promise<CanvasElement>
  readonly setTag?: (tag: string) => Promise<unknown>
  readonly setAttribute?: (name: string, value: string) => Promise<unknown>
}

/** The global `webflow` of a Designer extension, as far as it is used. */
export interface Designer {
  readonly elementPresets: { readonly DOM: unknown }
  getSelectedElement(): Promise<CanvasElement | null>
}

export interface PanelSettings {
  /** Address of the installation. */
  readonly host: string
  readonly siteKey: string
  /** What the form is for. */
  readonly action: string
}

/** Why nothing was inserted; a key of the panel's texts. */
export class PanelError extends Error {
  readonly code: 'host-invalid' | 'site-key-invalid' | 'action-invalid' | 'nothing-selected' | 'not-in-a-form'

  constructor(code: PanelError['code']) {
    super(code)
    this.code = code
  }
}

/** The settings as the page can use them. Throws a `PanelError` that names the field. */
export function readSettings({ host, siteKey, action }: PanelSettings): PanelSettings {
  const address = URL.parse(host.trim())
  if (
    address === null ||
    address.protocol !== 'https:' ||
    address.username !== '' ||
    address.search + address.hash !== ''
  )
    throw new PanelError('host-invalid')
  if (!/^bsk_[\w-]{1,64}$/u.test(siteKey.trim())) throw new PanelError('site-key-invalid')
  if (!/^[\w-]{0,64}$/u.test(action.trim())) throw new PanelError('action-invalid')
  return {
    host: address.origin + address.pathname.replace(/\/+$/u, ''),
    siteKey: siteKey.trim(),
    action: action.trim(),
  }
}

/** Puts `<bollard-captcha>` at the end of the selected form, or of the block in it that is selected. Throws a `PanelError`. */
export async function insertCaptcha(designer: Designer, given: PanelSettings): Promise<void> {
  const settings = readSettings(given)
  const selected = await designer.getSelectedElement()
  if (selected === null) throw new PanelError('nothing-selected')
  if (selected.append === undefined || !/^(?:FormForm|Block|DOM|HFlex|VFlex|Grid)$/u.test(selected.type))
    throw new PanelError('not-in-a-form')
  const element = await selected.append(designer.elementPresets.DOM)
  await element.setTag?.('bollard-captcha')
  await element.setAttribute?.('sitekey', settings.siteKey)
  if (settings.action !== '') await element.setAttribute?.('action', settings.action)
}

/** What belongs into the site's custom code, before `</body>`. */
export function scriptFor(given: PanelSettings): string {
  const address = `${readSettings(given).host}/widget.js`
  return `<script type="module" src="${address.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></script>`
}
