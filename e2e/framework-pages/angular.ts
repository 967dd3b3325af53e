import '@angular/compiler'
import { NgIf } from '@angular/common'
import { Component, CUSTOM_ELEMENTS_SCHEMA, provideZonelessChangeDetection, signal } from '@angular/core'
import { FormsModule } from '@angular/forms'
import { bootstrapApplication } from '@angular/platform-browser'
import { hear, listen, sendByScript, siteKey, type Wishes } from './control.ts'

const wishes = signal<Wishes | undefined>(undefined)

class Page {
  readonly siteKey = siteKey
  readonly wishes = wishes
  readonly hear = hear
  readonly send = sendByScript
  email = ''
}
// The compiler works in the browser here, so the decorator is the function that it is. The first widget comes and goes in the way
// of today, the one of the other identity in the way of older templates.
Component({
  selector: 'protected-form',
  imports: [FormsModule, NgIf],
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `<form (submit)="send($event)">
    <label>E-mail <input name="email" [(ngModel)]="email"></label>
    @if (wishes()?.shown && wishes()?.identity === 'first') {
      <bollard-captcha [attr.sitekey]="siteKey" [style.margin-top.px]="4" (bollard-solved)="hear($event)" />
    }
    <bollard-captcha *ngIf="wishes()?.shown && wishes()?.identity !== 'first'" [attr.sitekey]="siteKey" (bollard-solved)="hear($event)"></bollard-captcha>
    <button>Send</button>
  </form>`,
})(Page)

document.querySelector('#app')?.append(document.createElement('protected-form'))
listen((next) => wishes.set(next))
void bootstrapApplication(Page, { providers: [provideZonelessChangeDetection()] })
