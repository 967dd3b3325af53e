//! As much of tokio's interface as the example for axum uses, so that it is compiled. Nothing here runs.

pub mod task {
    pub async fn spawn_blocking<F, R>(_: F) -> Result<R, ()>
    where
        F: FnOnce() -> R + Send + 'static,
        R: Send + 'static,
    {
        Err(())
    }
}
