import '@angular/compiler'
import { type ApplicationRef, Component, inject, provideZonelessChangeDetection } from '@angular/core'
import { bootstrapApplication } from '@angular/platform-browser'
import {
  RECAPTCHA_LOADER_OPTIONS,
  RECAPTCHA_V3_SITE_KEY,
  ReCaptchaV3Service,
  RecaptchaLoaderService,
} from 'ng-recaptcha-2'
import { given, offer, place, tell } from './driven.ts'

class Page {
  readonly captcha = inject(ReCaptchaV3Service)
}
Component({ selector: 'protected-form', template: '' })(Page)

let app: Promise<ApplicationRef> | undefined

offer({
  mount() {
    place().append(document.createElement('protected-form'))
    app = bootstrapApplication(Page, {
      providers: [
        provideZonelessChangeDetection(),
        ReCaptchaV3Service,
        RecaptchaLoaderService,
        { provide: RECAPTCHA_V3_SITE_KEY, useValue: given('sitekey') },
        {
          provide: RECAPTCHA_LOADER_OPTIONS,
          useValue: { onBeforeLoad: () => ({ url: new URL(`${given('api')}/recaptcha/api.js`) }) },
        },
      ],
    })
  },
  unmount: () => void app?.then((running) => running.destroy()),
  async execute() {
    const instance: unknown = (await app)?.components[0]?.instance
    if (!(instance instanceof Page)) throw new Error('The application does not run')
    instance.captcha
      .execute('newsletter')
      .subscribe({ next: (token) => tell('token', token), error: (error) => tell('error', error) })
  },
})
