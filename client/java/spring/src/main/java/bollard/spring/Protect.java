package bollard.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On a method of a controller, or on its class: the method runs if the form's token passed, and others are answered with 403. A parameter of
 * the type {@link bollard.Verdict} gets the verdict.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Protect {
  /** The action that the form gave the widget; any if empty. */
  String action() default "";

  /** Host names on which the form may have been; any if empty. */
  String[] hostnames() default {};

  /** The name of the field, if the widget has a name of its own. */
  String field() default "bollard-response";

  /** Tells Bollard the visitor's address, that of the request. */
  boolean sendAddress() default false;
}
