export default defineNuxtConfig({
  modules: ['@bollard/vue/nuxt'],
  bollard: { host: 'https://captcha.example.org', siteKey: 'YOUR_SITE_KEY' },
})
