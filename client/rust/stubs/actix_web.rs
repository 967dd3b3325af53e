//! As much of actix' interface as the example for it uses, so that it is compiled. Nothing here runs.

/// The attribute itself needs a crate for macros: the check takes it out of the example.
pub mod post {}

pub struct HttpResponse;
pub struct HttpResponseBuilder;

impl HttpResponse {
    #[allow(non_snake_case)]
    pub fn Ok() -> HttpResponseBuilder {
        HttpResponseBuilder
    }

    #[allow(non_snake_case)]
    pub fn Forbidden() -> HttpResponseBuilder {
        HttpResponseBuilder
    }

    #[allow(non_snake_case)]
    pub fn InternalServerError() -> HttpResponseBuilder {
        HttpResponseBuilder
    }
}

impl HttpResponseBuilder {
    pub fn body(self, _: &str) -> HttpResponse {
        HttpResponse
    }

    pub fn finish(self) -> HttpResponse {
        HttpResponse
    }
}

pub mod web {
    use std::{ops::Deref, sync::Arc};

    pub struct Data<T>(pub Arc<T>);

    impl<T> Deref for Data<T> {
        type Target = Arc<T>;
        fn deref(&self) -> &Arc<T> {
            &self.0
        }
    }

    pub struct Form<T>(pub T);

    impl<T> Deref for Form<T> {
        type Target = T;
        fn deref(&self) -> &T {
            &self.0
        }
    }

    pub async fn block<F, R>(_: F) -> Result<R, ()>
    where
        F: FnOnce() -> R + Send + 'static,
        R: Send + 'static,
    {
        Err(())
    }
}
