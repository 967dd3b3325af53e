import '@angular/compiler'
import { type ApplicationRef, Component, provideZonelessChangeDetection, ViewChild } from '@angular/core'
import { FormsModule } from '@angular/forms'
import { bootstrapApplication } from '@angular/platform-browser'
import { RECAPTCHA_LOADER_OPTIONS, RecaptchaComponent, RecaptchaFormsModule, RecaptchaModule } from 'ng-recaptcha-2'
import { given, offer, place, tell } from './driven.ts'

class Page {
  readonly siteKey = given('sitekey')
  readonly size = given('size') || 'normal'
  captcha?: RecaptchaComponent
  /** Bound as forms do. */
  value: string | null = null
  resolved(token: string | null): void {
    tell('token', token)
  }
  errored(): void {
    tell('error')
  }
}
// The compiler works in the browser here, so decorators are the functions that they are.
ViewChild(RecaptchaComponent)(Page.prototype, 'captcha')
Component({
  selector: 'protected-form',
  imports: [RecaptchaModule, RecaptchaFormsModule, FormsModule],
  template: `<re-captcha name="captcha" [(ngModel)]="value" [siteKey]="siteKey" [size]="$any(size)" errorMode="handled" (resolved)="resolved($event)" (errored)="errored()" />`,
})(Page)

let app: Promise<ApplicationRef> | undefined

async function shown(): Promise<Page | undefined> {
  const instance: unknown = (await app)?.components[0]?.instance
  return instance instanceof Page ? instance : undefined
}

offer({
  mount() {
    place().append(document.createElement('protected-form'))
    app = bootstrapApplication(Page, {
      providers: [
        provideZonelessChangeDetection(),
        {
          provide: RECAPTCHA_LOADER_OPTIONS,
          useValue: { onBeforeLoad: () => ({ url: new URL(`${given('api')}/recaptcha/api.js`) }) },
        },
      ],
    })
  },
  unmount: () => void app?.then((running) => running.destroy()),
  reset: async () => (await shown())?.captcha?.reset(),
  execute: async () => (await shown())?.captcha?.execute(),
  response: async () => (await shown())?.value,
})
