import { browserValueNames, readBrowser } from '../pieces/browser-values.ts'
import { LivePart } from '../pieces/live-part.ts'

type Texts = Readonly<Record<'untold' | 'granted' | 'denied' | 'prompt', string>>

class ScriptSight extends LivePart<Texts> {
  protected async show(): Promise<void> {
    const values = readBrowser()
    for (const name of browserValueNames) this.write(name, values[name] ?? this.texts.untold)
    for (const name of ['camera', 'microphone', 'geolocation'] as const) {
      // Not every browser knows every name.
      const status = await navigator.permissions.query({ name }).catch(() => null)
      this.write(name, status === null ? this.texts.untold : this.texts[status.state])
    }
  }
}

customElements.define('part-script-sight', ScriptSight)
