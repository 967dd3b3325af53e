import '@angular/compiler'
import { Component, effect, Input, provideZonelessChangeDetection, signal, ViewChild } from '@angular/core'
import { FormsModule } from '@angular/forms'
import { bootstrapApplication } from '@angular/platform-browser'
import { BollardCaptcha, provideBollard } from '@bollard/angular'
import { hear, listen, offer, sendByScript, setting, type Wishes } from './control.ts'

const wishes = signal<Wishes>({ count: 0, options: {} })

@Component({
  selector: 'protected-form',
  imports: [FormsModule, BollardCaptcha],
  template: `<form (submit)="send($event)">
    <label>E-mail <input name="email" /></label>
    <bollard-captcha
      #captcha="bollardCaptcha"
      [theme]="wishes().options.theme"
      [language]="wishes().options.language"
      [action]="wishes().options.action"
      [invisible]="wishes().options.invisible"
      [autostart]="wishes().options.autostart"
      (started)="hear('started')"
      (solved)="hear('solved', $event.token)"
      (failed)="hear('failed', $event.code)"
      (expired)="hear('expired')"
      (cleared)="hear('reset')"
      (unavailable)="hear('unavailable', $event.code)"
      (tokenChange)="hear('token', $event || '-')"
    />
    <button>Send</button>
    <output>{{ captcha.state() }}</output>
  </form>`,
})
class ProtectedForm {
  @Input() first = false
  @ViewChild(BollardCaptcha) captcha: BollardCaptcha | undefined
  readonly wishes = wishes
  readonly hear = hear
  readonly send = sendByScript
  ngAfterViewInit(): void {
    if (this.first && this.captcha) offer(this.captcha)
  }
}

@Component({
  selector: 'all-forms',
  imports: [ProtectedForm],
  template: `@for (index of indexes(); track index) {
    <protected-form [first]="index === 0" />
  }`,
})
class AllForms {
  readonly indexes = signal<number[]>([])
  constructor() {
    effect(() => this.indexes.set(Array.from({ length: wishes().count }, (_, index) => index)))
  }
}

document.querySelector('#app')?.append(document.createElement('all-forms'))
listen((next) => wishes.set(next))
void bootstrapApplication(AllForms, { providers: [provideZonelessChangeDetection(), provideBollard(setting)] })
