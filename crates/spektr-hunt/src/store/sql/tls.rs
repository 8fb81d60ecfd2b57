//! Encrypted connections to a server. They are asked for in the address: `sslmode=require` (or
//! `verify-full`) encrypts and checks that the server is the one that was named, by the
//! certificates of `sslrootcert=FILE` or else those that this host trusts. There is no middle way:
//! modes that fall back to a plain connection, or take any certificate, are refused.

use postgres::Socket;
use postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, InvalidDnsNameError, ServerName};
use rustls::{ClientConfig, RootCertStore};
use std::future::Future;
use std::io;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_rustls::TlsConnector;
use tokio_rustls::client;

/// Where hosts keep the certificates that they trust; the environment may name another place.
const TRUSTED: [&str; 4] = [
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
];

/// How the connections of an address are to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Encryption {
    None,
    /// With certificates of this file, or those of the host.
    Checked(Option<PathBuf>),
}

/// An address without what it says about encryption, and that.
pub(super) fn encryption(address: &str) -> Result<(String, Encryption), String> {
    let Some((place, options)) = address.split_once('?') else {
        return Ok((address.to_owned(), Encryption::None));
    };
    let (mut others, mut mode, mut roots) = (Vec::new(), None, None);
    for option in options.split('&') {
        match option.split_once('=') {
            Some(("sslmode", value)) => mode = Some(value),
            Some(("sslrootcert", value)) => roots = Some(PathBuf::from(decoded(value))),
            _ => others.push(option),
        }
    }
    let encryption = match mode {
        Some("require" | "verify-full") => Encryption::Checked(roots),
        None | Some("disable") if roots.is_some() => {
            return Err("sslrootcert is of no use without sslmode=require".to_owned());
        }
        None | Some("disable") => Encryption::None,
        Some(other) => {
            return Err(format!(
                "sslmode={other} leaves open whether the connection is safe: say \
                 sslmode=require (encrypted, and the server's certificate is checked) or sslmode=disable"
            ));
        }
    };
    let options = others.join("&");
    let separator = if options.is_empty() { "" } else { "?" };
    Ok((format!("{place}{separator}{options}"), encryption))
}

/// `%2F` as `/`, and so on.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let escaped = after.get(..2).filter(|_| *first == b'%');
        let number = escaped.and_then(|it| std::str::from_utf8(it).ok());
        match number.and_then(|it| u8::from_str_radix(it, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// What makes encrypted connections.
#[derive(Clone)]
pub(super) struct Tls(TlsConnector);

impl Tls {
    /// Trusts the certificates of a file, or those that this host trusts.
    pub(super) fn trusting(file: Option<&Path>) -> Result<Tls, String> {
        let file = match file {
            Some(file) => file.to_owned(),
            None => trusted_by_the_host().ok_or(
                "this host has no list of trusted certificates: name one with sslrootcert=FILE",
            )?,
        };
        let unreadable = |error: &dyn std::fmt::Display| {
            format!("the certificates of {} cannot be read ({error})", file.display())
        };
        let mut roots = RootCertStore::empty();
        for certificate in
            CertificateDer::pem_file_iter(&file).map_err(|error| unreadable(&error))?
        {
            // Lists of hosts hold some that are too old to be understood; others may do.
            drop(roots.add(certificate.map_err(|error| unreadable(&error))?));
        }
        if roots.is_empty() {
            return Err(unreadable(&"there is none in it"));
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| error.to_string())?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Tls(TlsConnector::from(Arc::new(config))))
    }
}

fn trusted_by_the_host() -> Option<PathBuf> {
    let named = std::env::var_os("SSL_CERT_FILE").map(PathBuf::from);
    named.into_iter().chain(TRUSTED.map(PathBuf::from)).find(|it| it.is_file())
}

impl MakeTlsConnect<Socket> for Tls {
    type Stream = Encrypted;
    type TlsConnect = Handshake;
    type Error = InvalidDnsNameError;

    fn make_tls_connect(&mut self, host: &str) -> Result<Handshake, InvalidDnsNameError> {
        let server = ServerName::try_from(host.to_owned())?;
        Ok(Handshake { connector: self.0.clone(), server })
    }
}

/// A connection that is about to be encrypted, to the server of this name.
pub(super) struct Handshake {
    connector: TlsConnector,
    server: ServerName<'static>,
}

impl TlsConnect<Socket> for Handshake {
    type Stream = Encrypted;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Encrypted>> + Send>>;

    fn connect(self, socket: Socket) -> Self::Future {
        let handshake = self.connector.connect(self.server, socket);
        Box::pin(async { handshake.await.map(Encrypted) })
    }
}

/// An encrypted connection. The client wants a type of its own, to ask what it could bind a
/// password to; certificates are checked, so there is nothing to add.
pub(super) struct Encrypted(client::TlsStream<Socket>);

impl TlsStream for Encrypted {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl AsyncRead for Encrypted {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl AsyncWrite for Encrypted {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_says_whether_it_is_encrypted() {
        let of = |address: &str| encryption(address).unwrap();
        let (place, plain) = ("postgres://a@b/c", Encryption::None);
        assert_eq!(of(place), (place.to_owned(), plain.clone()));
        assert_eq!(of("postgres://a@b/c?sslmode=disable"), (place.to_owned(), plain));
        let checked = |file: Option<&str>| Encryption::Checked(file.map(PathBuf::from));
        let required = of("postgres://a@b/c?connect_timeout=3&sslmode=require");
        assert_eq!(required, (format!("{place}?connect_timeout=3"), checked(None)));
        let with_file = of("postgres://a@b/c?sslmode=verify-full&sslrootcert=%2Fetc%2fa%20b.pem");
        assert_eq!(with_file, (place.to_owned(), checked(Some("/etc/a b.pem"))));
    }

    #[test]
    fn what_leaves_it_open_is_refused() {
        for mode in ["prefer", "allow", "verify-ca", ""] {
            let refused = encryption(&format!("postgres://a@b/c?sslmode={mode}")).unwrap_err();
            assert!(refused.contains("say sslmode=require"), "{refused}");
        }
        assert!(encryption("postgres://a@b/c?sslrootcert=x").is_err());
    }
}
