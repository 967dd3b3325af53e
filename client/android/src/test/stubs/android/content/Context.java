package android.content; public class Context { public void startActivity(Intent intent) {} }
