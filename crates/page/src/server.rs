//! The socket: bound to this machine, with an end for every client that is slow.

use crate::guard::{Names, guard};
use crate::lanes::Lanes;
use crate::{api, assets};
use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use socket2::SockRef;
use std::future::Future;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::time::{Sleep, sleep};
use wythoff_lab::{Engine, Limits};

/// The port where none is asked for and it is free.
pub const DEFAULT_PORT: u16 = 7317;

/// Connections at a time; as many wait to be accepted.
const CONNECTIONS: usize = 2048;

/// Time in which the head of a request has to arrive.
const HEAD: Duration = Duration::from_secs(10);

/// Time in which a client has to take some of an answer.
const STALL: Duration = Duration::from_secs(20);

/// Time between two looks whether the server is to end.
const LOOK: Duration = Duration::from_millis(50);

/// Largest head of a request.
const HEAD_BYTES: usize = 64 << 10;

/// Stack of a thread that computes.
const STACK: usize = 16 << 20;

/// A server that is bound and not yet running.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    limits: Limits,
}

impl Server {
    /// Binds the port; where none is given the usual one, or a free one if that is taken.
    pub fn bind(port: Option<u16>) -> io::Result<Server> {
        let bind = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
        let listener = match port {
            Some(port) => bind(port)?,
            None => bind(DEFAULT_PORT).or_else(|_| bind(0))?,
        };
        listener.set_nonblocking(true)?;
        // The standard library's queue is of 128: whoever comes next is let in a second later, or three, or seven.
        SockRef::from(&listener).listen(CONNECTIONS as i32)?;
        let address = listener.local_addr()?;
        Ok(Server { listener, address, limits: Limits::server() })
    }

    /// The same within so many bytes in all.
    pub fn with_memory(self, bytes: u64) -> Server {
        Server { limits: self.limits.in_all(bytes), ..self }
    }

    /// Where the page is.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// Answers until the flag is set.
    pub fn run(self, end: &Arc<AtomicBool>) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .thread_stack_size(STACK)
            .max_blocking_threads(64)
            .build()?;
        let served = runtime.block_on(self.serve(end.clone()));
        // What is still being computed is nobody's.
        runtime.shutdown_background();
        served
    }

    async fn serve(self, end: Arc<AtomicBool>) -> io::Result<()> {
        let port = self.port();
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        let lanes = Lanes::new(Engine::new("server", self.limits));
        let router = routes(port, lanes);
        let places = Arc::new(Semaphore::new(CONNECTIONS));
        while !end.load(Ordering::Relaxed) {
            let accepted = async {
                let place = places.clone().acquire_owned().await;
                (listener.accept().await, place)
            };
            let Ok((accepted, place)) = tokio::time::timeout(LOOK, accepted).await else { continue };
            let Ok((stream, _)) = accepted else {
                // No room for one more at the moment, or it has gone already.
                sleep(LOOK).await;
                continue;
            };
            let router = router.clone();
            tokio::spawn(async move {
                let _place = place;
                let _ = stream.set_nodelay(true);
                let io = TokioIo::new(Patient { stream, stall: None });
                let service = TowerToHyperService::new(router);
                // A connection that breaks is the client's affair.
                let _ = http1::Builder::new()
                    .timer(TokioTimer::new())
                    .header_read_timeout(HEAD)
                    .max_buf_size(HEAD_BYTES)
                    .serve_connection(io, service)
                    .await;
            });
        }
        Ok(())
    }
}

/// Everything that is answered on a port.
pub(crate) fn routes(port: u16, lanes: Arc<Lanes>) -> Router {
    Router::new()
        .route("/", get(assets::serve))
        .route("/{*path}", get(assets::serve))
        .merge(api::routes(lanes))
        .layer(from_fn_with_state(Names::new(port), guard))
}

/// A stream whose writing fails where the other side takes nothing for a while.
struct Patient {
    stream: TcpStream,
    stall: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    /// Passes a finished write on; where it cannot go on, waits with it.
    fn limited<T>(
        &mut self,
        context: &mut Context<'_>,
        write: impl FnOnce(Pin<&mut TcpStream>, &mut Context<'_>) -> Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if let Poll::Ready(written) = write(Pin::new(&mut self.stream), context) {
            self.stall = None;
            return Poll::Ready(written);
        }
        let stall = self.stall.get_or_insert_with(|| Box::pin(sleep(STALL)));
        ready!(stall.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, into)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.limited(context, |stream, context| stream.poll_write(context, bytes))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.limited(context, |stream, context| stream.poll_write_vectored(context, parts))
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.limited(context, |stream, context| stream.poll_flush(context))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
