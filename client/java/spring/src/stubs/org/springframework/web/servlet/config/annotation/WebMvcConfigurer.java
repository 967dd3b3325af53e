package org.springframework.web.servlet.config.annotation;

/** Of Spring 5 and newer, where its methods have bodies; Debian's Spring 4.3 would want all of them. */
public interface WebMvcConfigurer {
  default void addInterceptors(InterceptorRegistry registry) {}
}
