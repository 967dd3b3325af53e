package android.webkit; public @interface JavascriptInterface {}
