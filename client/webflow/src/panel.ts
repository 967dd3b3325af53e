import { type Designer, insertCaptcha, PanelError, scriptFor } from './insert-captcha.ts'
import { textsFor } from './texts.ts'

declare const webflow: Designer

const texts = textsFor(navigator.languages)
document.documentElement.lang = texts.siteKey === 'Site key' ? 'en' : 'de'
const fields = ['host', 'siteKey', 'action'] as const
const input = (name: (typeof fields)[number]) => find(`#${name}`, HTMLInputElement)
for (const name of fields) find(`label[for=${name}]`, HTMLLabelElement).textContent = texts[name]
find('button', HTMLButtonElement).textContent = texts.insert
find('label[for=script]', HTMLLabelElement).textContent = texts.script

document.querySelector('form')?.addEventListener('submit', (event) => {
  event.preventDefault()
  void insert()
})

async function insert(): Promise<void> {
  const status = find('[role=status]', HTMLElement)
  const settings = { host: input('host').value, siteKey: input('siteKey').value, action: input('action').value }
  try {
    await insertCaptcha(webflow, settings)
    find('#script', HTMLTextAreaElement).value = scriptFor(settings)
    status.textContent = texts.inserted
  } catch (error) {
    status.textContent = texts[error instanceof PanelError ? error.code : 'failed']
  }
}

function find<T extends Element>(selector: string, type: new () => T): T {
  const found = document.querySelector(selector)
  if (!(found instanceof type)) throw new Error(`The panel lacks ${selector}`)
  return found
}
