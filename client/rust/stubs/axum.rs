//! As much of axum's interface as the example for it uses, so that it is compiled. Nothing here runs.

pub struct Form<T>(pub T);

pub mod extract {
    pub struct State<T>(pub T);
}

pub mod http {
    pub struct StatusCode;

    impl StatusCode {
        pub const OK: StatusCode = StatusCode;
        pub const FORBIDDEN: StatusCode = StatusCode;
        pub const INTERNAL_SERVER_ERROR: StatusCode = StatusCode;
    }
}

pub mod response {
    pub trait IntoResponse {}

    impl IntoResponse for (crate::http::StatusCode, &'static str) {}
}

pub mod routing {
    use crate::{extract::State, response::IntoResponse, Form};
    use std::{future::Future, marker::PhantomData};

    pub struct MethodRouter<S>(PhantomData<S>);

    pub fn post<S, T, F, R>(_: F) -> MethodRouter<S>
    where
        F: Fn(State<S>, Form<T>) -> R,
        R: Future,
        R::Output: IntoResponse,
    {
        MethodRouter(PhantomData)
    }
}

pub struct Router<S = ()>(std::marker::PhantomData<S>);

impl<S> Router<S> {
    pub fn new() -> Self {
        Router(std::marker::PhantomData)
    }

    pub fn route(self, _: &str, _: routing::MethodRouter<S>) -> Self {
        self
    }

    pub fn with_state(self, _: S) -> Router<()> {
        Router(std::marker::PhantomData)
    }
}
